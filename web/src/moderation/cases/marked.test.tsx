import { parse } from '@forum/shared/markup'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Marked, placesInTree, placesOf } from './Marked'

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
  // A word may begin where another place of it was refused.
  expect(placesOf('ba a a', ['a a'])).toEqual([[3, 6]])
  expect(placesOf('𝟏1 a 𝟏', ['1', '𝟏'])).toEqual([[6, 8]])
  expect(placesOf('没有')).toEqual([])
})

it('finds words of the filter that tags and lines split, in each piece of the text', () => {
  const found = (source: string, words: string[]) =>
    Array.from(placesInTree(parse(source), words), ([node, places]) =>
      places.map(([from, to]) => ('text' in node ? node.text.slice(from, to) : '')),
    )
  expect(found('请加[b]薇[/b]信[i]吧[/i]', ['薇信'])).toEqual([[], ['薇'], ['信'], []])
  expect(found('加薇\n信，[code]薇信[/code]', ['薇 信', '薇信'])).toEqual([['薇'], ['信'], ['薇信']])
  expect(found('[list][*]薇[*]信[/list]薇', ['薇信'])).toEqual([[], [], []])
  expect(found('[quote]加薇[u]信[/u][/quote]', ['薇信'])).toEqual([['薇'], ['信']])
})
