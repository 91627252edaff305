import { expect, it } from 'vitest'
import { likeliest, loadSyllables, splitSyllables } from './pinyin'

it('a word of syllables is split into the fewest', async () => {
  const syllables = await loadSyllables()
  expect(splitSyllables('zufang', syllables)).toEqual(['zu', 'fang'])
  expect(splitSyllables('lvka', syllables)).toEqual(['lv', 'ka'])
  expect(splitSyllables('costco', syllables)).toBeNull()
})

it('a character with several readings is found by each', async () => {
  const syllables = await loadSyllables()
  expect(syllables.get('hang')).toContain('行')
  expect(syllables.get('xing')).toContain('行')
})

it('the characters are chosen that stand together most often', () => {
  const counts = new Map([
    ['租房', 9],
    ['组方', 2],
    ['房东', 5],
  ])
  const countOf = (pair: string) => counts.get(pair) ?? 0
  expect(
    likeliest(
      [
        ['组', '租'],
        ['方', '房'],
      ],
      countOf,
    ),
  ).toBe('租房')
  expect(
    likeliest(
      [
        ['组', '租'],
        ['方', '房'],
        ['东', '冬'],
      ],
      countOf,
    ),
  ).toBe('租房东')
  expect(likeliest([['卡'], ['路']], countOf)).toBeNull()
})
