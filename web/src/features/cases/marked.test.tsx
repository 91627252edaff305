import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Marked, placesOf } from './Marked'

const shown = (text: string, words?: [number, number][]) =>
  render(<Marked text={text} words={words} />).container.innerHTML

it('marks the words of the filter in a text, also where they overlap', () => {
  expect(
    shown('加薇信 fc888，全额退款', [
      [0, 3],
      [10, 14],
    ]),
  ).toBe('<mark class="filter-word">加薇信</mark> fc888，<mark class="filter-word">全额退款</mark>')
  expect(
    shown('加薇信号', [
      [0, 3],
      [1, 3],
      [1, 4],
    ]),
  ).toBe('<mark class="filter-word">加薇信</mark><mark class="filter-word">号</mark>')
  expect(shown('没有')).toBe('没有')
})

it('finds words of the filter in a text as they are written there, but not inside longer words', () => {
  const found = (text: string, words: string[]) =>
    placesOf(text, words).map(([from, to]) => text.slice(from, to))
  expect(found('加  微信，或加 微信', ['加 微信'])).toEqual(['加  微信', '加 微信'])
  expect(found('a class of ass (x+1)', ['ass', '(x+1)'])).toEqual(['ass', '(x+1)'])
  expect(placesOf('没有')).toEqual([])
})
