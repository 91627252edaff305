import { describe, expect, it } from 'vitest'
import { firstOfPairs, withoutEnglish } from '../../drop-english.ts'

const noHit = () => undefined

describe('the table of a screen', () => {
  const drop = (table: string) => firstOfPairs(`export const text = defineTexts('x', ${table})`, noHit)

  it('keeps the Chinese text of each pair at any depth', () => {
    expect(drop("{ a: ['好', 'Good'], b: { 'c-d': ['“‘', \"it's [fine]\"], e: ['', ''] } }")).toBe(
      "export const text = defineTexts('x', { a: '好', b: { 'c-d': '“‘', e: '' } })",
    )
  })

  it.each(["['好']", "['好', 'Good', '…']", "['好', english]", '[`好`, `Good`]'])(
    'fails the build with a text that is no pair of literals: %s',
    (text) => {
      expect(() => drop(`{ a: ['好', 'Good'], b: ${text} }`)).toThrow(/pair of two literals/)
    },
  )

  it('fails the build without a pair', () => {
    expect(() => drop("{ a: '好' }")).toThrow(/no text/)
  })
})

it('leaves English out of texts of the server that the page shows', () => {
  const code = "const a = { zh: '好', en: `Good ${n}` }, b = () => ({ zh: '坏', en: 'Bad', }), c = { en: 1 }"
  expect(withoutEnglish(code, noHit)).toBe("const a = { zh: '好' }, b = () => ({ zh: '坏', }), c = { en: 1 }")
})
