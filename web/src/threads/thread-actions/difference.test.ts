import { expect, it, vi } from 'vitest'
import { differenceOf } from './difference'

const text = (before: string, after: string) =>
  differenceOf(before, after)
    .map(({ kind, text: part }) => {
      if (kind === 'removed') return `[-${part}]`
      if (kind === 'added') return `[+${part}]`
      return kind === 'left out' ? '…' : part
    })
    .join('')

it('names the words that were removed and added', () => {
  expect(text('明天下午三点见面', '明天上午三点见面')).toBe('明天[-下午][+上午]三点见面')
  expect(text('第一段', '第一段\n第二段')).toBe('第一段[+\n第二段]')
  expect(text('I moved to Seattle', 'I moved to Boston')).toBe('I moved to [-Seattle][+Boston]')
})

it('omits long unchanged stretches', () => {
  const long = '一二三四五六七八九十'.repeat(40)
  const shown = text(`${long}旧的${long}`, `${long}新的${long}`)
  expect(shown).toContain('[-旧的][+新的]')
  expect(shown.startsWith('…')).toBe(true)
  expect(shown.endsWith('…')).toBe(true)
  expect(shown.length).toBeLessThan(200)
})

it('replaces a text with one that has nothing in common with it', () => {
  expect(text('苹果', '香蕉')).toBe('[-苹果][+香蕉]')
  expect(text('', '新写的')).toBe('[+新写的]')
})

it('names the changed words in a browser without Intl.Segmenter', () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
  expect(text('I moved to Seattle 👍🏽', 'I moved to Boston 👍🏽')).toBe('I moved to [-Seattle][+Boston] 👍🏽')
  expect(text('明天下午三点见面', '明天上午三点见面')).toBe('明天[-下][+上]午三点见面')
  vi.unstubAllGlobals()
})
