import { describe, expect, it } from 'vitest'
import { conceptsOf } from './concepts'
import { DEFAULT_SYNONYMS } from './default-synonyms'
import { Synonyms } from './synonyms'

const none = new Synonyms([])
const textOf = (group: { atoms: readonly { text: string }[] }) => group.atoms.map(({ text }) => text).join('')
/** Returns the concepts of a query that are longer than a character. */
const meant = (query: string, synonyms = none) =>
  conceptsOf(query, synonyms).flatMap(({ ways }) => {
    const texts = ways.map(({ group }) => textOf(group))
    return /^\p{Script=Han}$/u.test(texts.join('~')) ? [] : texts.join('~')
  })

describe('what a query means', () => {
  it('is its words and pairs of characters, without question words and particles', () => {
    expect(meant('请问H-1B没抽中怎么办呢')).toEqual(['h1b', '没抽', '抽中'])
    expect(meant('有没有人知道，怎么办？')).toEqual([])
  })

  it('is also what its words are called by others', () => {
    const synonyms = new Synonyms([
      ['没抽中', '落签'],
      ['驾照', 'driver license', '驾驶证'],
    ])
    expect(meant('没抽中', synonyms)[0]).toBe('没抽中~落签')
    expect(meant('考駕照', synonyms)).toContain('驾照~driverlicense~驾驶证')
    expect(meant('Driver License', synonyms)).toContain('driverlicense~驾照~驾驶证')
  })

  it('takes the longest word of the table, once', () => {
    const synonyms = new Synonyms([
      ['租房', '合租'],
      ['租房合同', '租约'],
    ])
    const found = meant('租房合同', synonyms).filter((texts) => texts.includes('~'))
    expect(found).toEqual(['租房合同~租约'])
  })

  it('is bounded however long the query is', () => {
    const long = Array.from({ length: 200 }, (_, i) => String.fromCharCode(0x4e00 + 7 * i)).join('')
    expect(conceptsOf(long, none).length).toBeLessThanOrEqual(64)
  })
})

it('every word of the default table can be found in a query', () => {
  const synonyms = new Synonyms(DEFAULT_SYNONYMS)
  const lost = DEFAULT_SYNONYMS.flat().filter(
    (word) => !meant(word, synonyms).some((found) => found.includes('~')),
  )
  expect(lost).toEqual([])
})
