import { expect, it } from 'vitest'
import { encodeGb18030 } from './gb18030'

it('encodes every character that the decoder of the platform knows', () => {
  const decoder = new TextDecoder('gb18030')
  const failed: string[] = []
  for (let code = 0x80; code <= 0x10_ff_ff; code += code < 0x1_00_00 ? 1 : 257) {
    if (code >= 0xd8_00 && code <= 0xf8_ff) code = 0xf9_00
    const character = String.fromCodePoint(code)
    const bytes = encodeGb18030(character)
    if (!bytes || decoder.decode(bytes) !== character) failed.push(code.toString(16))
  }
  expect(failed).toEqual([])
})

it('writes common Chinese characters as GBK does', () => {
  expect(Buffer.from(encodeGb18030('密码Ab1') ?? [])).toEqual(Buffer.from('c3dcc2eb416231', 'hex'))
  expect(encodeGb18030('\ud800')).toBeNull()
})
