import { sliceSource } from '@forum/shared/markup'
import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { forum } from '../../store'
import '../../testing/forum'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { Markup } from './Markup'
import { parsed } from './parsed'
import { selectedSource } from './selected-source'

function rendered(source: string): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <Markup source={source} mentions={[{ id: 7, username: 'laowang88' }]} />
    </MemoryRouter>,
  )
  return container.querySelector<HTMLElement>('.markup')!
}

/** Returns the text node with these words, and where they begin in it. */
function find(root: Element, words: string): [Text, number] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1
    if (at >= 0) return [node as Text, at]
  }
  throw new Error(`${words} is not shown`)
}

function quoted(root: Element, source: string, range: Range): string | null {
  const part = selectedSource(root, range, parsed(source))
  return part && sliceSource(source, part)
}

/** Selects from the beginning of some words to the end of others, and returns the source that is quoted. */
function select(source: string, first: string, last: string = first): string | null {
  const root = rendered(source)
  const range = document.createRange()
  range.setStart(...find(root, first))
  const [node, at] = find(root, last)
  range.setEnd(node, at + last.length)
  return quoted(root, source, range)
}

describe('the source of a selection', () => {
  afterEach(cleanup)

  it('quotes the whole source where everything is selected', () => {
    const pieces = fc.constantFrom(
      ...[
        '字',
        'ab ',
        '\n',
        '\n\n',
        '@laowang88 ',
        '@nobody1 ',
        'https://a.com/b ',
        '[b]粗[/b]',
        '[i]斜[u]线[/u][/i]',
      ],
      ...['[code]码[img]https://a.com/a.png[/img][/code]', '[code]\n码\n[/code]', '[spoiler]秘[/spoiler]'],
      ...['[quote="小李"]话[quote="老王"]里[/quote]外[/quote]', '[list][*]一[*]二[b]三[/b][/list]'],
      ...[
        '[url=https://a.com]这[b]里[/b][/url]',
        '[url]https://a.com/c[/url]',
        '[img]https://a.com/b.png[/img]',
      ],
    )
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (all) => {
        const source = `${all.join('')}完`
        const root = rendered(source)
        const range = document.createRange()
        range.selectNodeContents(root)
        expect(quoted(root, source, range)).toBe(source.trim())
        cleanup()
      }),
      { numRuns: 40 },
    )
  })

  it('keeps code as code', () => {
    const source = '看 [code]前[img]https://a.com/a.png[/img]后[/code] 吧'
    expect(select(source, '[img]', '[/img]')).toBe('[code][img]https://a.com/a.png[/img][/code]')
    cleanup()
    expect(select('```\n一\n二\n```\n三', '二', '三')).toBe('[code]二[/code]\n三')
  })

  it('keeps spoilers hidden, and quotes without the words of their buttons', () => {
    const source = '开头[spoiler]凶手是他[/spoiler]结尾'
    expect(select(source, '是他')).toBe('[spoiler]是他[/spoiler]')
    cleanup()
    expect(select(source, '头', '结')).toBe('头[spoiler]凶手是他[/spoiler]结')
    cleanup()
    expect(select(source, '剧透内容', '凶手')).toBe('[spoiler]凶手[/spoiler]')
  })

  it('keeps the words of a quote in it, with the name and the post', () => {
    forum.update((write) => {
      const author = { id: 4, displayName: '小李' }
      write(threadCopySlice).posts[12] = {
        id: 12,
        threadId: 1,
        number: 2,
        content: '他说的',
        author,
      } as PostEntity
    })
    const source = '[quote="小李" post=12]他说的[/quote]我说的'
    expect(select(source, '说的', '我说')).toBe('[quote="小李" post=12]说的[/quote]我说')
    cleanup()
    expect(select(source, '他说')).toBe('[quote="小李" post=12]他说[/quote]')
  })

  it('quotes what was written where the page shows other characters', () => {
    const source = '[b]簡體[/b]字和字'
    const root = rendered(source)
    const [bold] = find(root, '簡體')
    bold.data = '简体'
    const range = document.createRange()
    range.setStart(bold, 1)
    range.setEnd(...find(root, '和字'))
    expect(quoted(root, source, range)).toBe('[b]體[/b]字')
    bold.data = '简化字体'
    range.setStart(bold, 3)
    expect(quoted(root, source, range)).toBe('[b]簡體[/b]字')
  })

  it('quotes nothing where only words of the page are selected', () => {
    const source = '[code]\na\n[/code]b'
    const root = rendered(source)
    const range = document.createRange()
    range.selectNodeContents(root.querySelector('button')!)
    expect(quoted(root, source, range)).toBeNull()
  })
})
