import { describe, expect, it } from 'vitest'
import { element } from './xml'

describe('an XML element', () => {
  it('escapes text and attributes', () => {
    expect(element('a', '<b> & "c"', { href: '/?a=1&b="2"' }).xml).toBe(
      '<a href="/?a=1&amp;b=&quot;2&quot;">&lt;b&gt; &amp; &quot;c&quot;</a>',
    )
  })

  it('omits characters that XML cannot represent, and keeps all others', () => {
    expect(element('a', 'x\u0000\u0008\ud800y\udc00\uffff\n\t😀').xml).toBe('<a>xy\n\t😀</a>')
  })

  it('contains elements, or nothing', () => {
    expect(element('a', [element('b', ''), element('c', '1')]).xml).toBe('<a><b/><c>1</c></a>')
  })
})
