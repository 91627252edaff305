import { byteLength, countCharacters } from '@forum/shared/text'
import { expect, it } from 'vitest'
import { PAYLOAD_MAX_BYTES, pushPayload } from './push-payload'

const FAMILY = '👨‍👩‍👧‍👦'
const rest = { tag: 'conversation:2', path: '/my/messages/5', lang: 'zh' as const }
const payload = (title: string, body: string) => {
  const text = pushPayload({ title, body, ...rest })
  return { bytes: byteLength(text), data: JSON.parse(text) as { title: string; body: string } }
}

it('leaves a message that fits as it is', () => {
  expect(payload('小李 提到了你', '"同问"\n第二行').data).toEqual({
    title: '小李 提到了你',
    body: '"同问"\n第二行',
    ...rest,
  })
})

it.each([
  ['family emoji', FAMILY.repeat(200)],
  ['Chinese', '汉'.repeat(5_000)],
  ['quotation marks, which JSON escapes', '"'.repeat(5_000)],
  ['control characters, which JSON escapes with six bytes', '\u0001'.repeat(5_000)],
  ['lone surrogates, which JSON escapes with six bytes', '\ud83d'.repeat(5_000)],
  ['a letter with thousands of marks', `a${'\u0301'.repeat(5_000)}`],
])('cuts a title and a body of %s to what a push service accepts', (_, text) => {
  const { bytes, data } = payload(text, text)
  expect(bytes).toBeLessThanOrEqual(PAYLOAD_MAX_BYTES)
  expect(data.title.endsWith('…')).toBe(true)
  expect(data.body.endsWith('…')).toBe(true)
})

it('cuts between whole characters and uses the space', () => {
  const { bytes, data } = payload('小李 给你发来站内信', FAMILY.repeat(200))
  expect(data.title).toBe('小李 给你发来站内信')
  expect(data.body).toBe(`${FAMILY.repeat(countCharacters(data.body) - 1)}…`)
  expect(bytes).toBeGreaterThan(PAYLOAD_MAX_BYTES - 2 * byteLength(FAMILY))
})

it('leaves the space that a short body does not need to the title', () => {
  const { bytes, data } = payload(FAMILY.repeat(200), '在吗')
  expect(data.body).toBe('在吗')
  expect(bytes).toBeGreaterThan(PAYLOAD_MAX_BYTES - 2 * byteLength(FAMILY))
})
