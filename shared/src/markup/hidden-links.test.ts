import { expect, it } from 'vitest'
import { withoutLinks } from './hidden-links'
import { parse } from './tree'

const shown = (source: string) => JSON.stringify(withoutLinks(parse(source), '（链接）'))

it('shows a link by its name, and an address alone as hidden', () => {
  expect(
    withoutLinks(parse('看 https://ad.example/x 和[url=https://ad.example/y]这里[/url]'), '（链接）'),
  ).toEqual([
    { type: 'text', text: '看 ' },
    { type: 'text', text: '（链接）' },
    { type: 'text', text: ' 和' },
    { type: 'text', text: '这里' },
  ])
})

it('leaves no address of a link at any depth', () => {
  const inner = '[url=https://ad.example/y]这里[/url]'
  for (const source of [
    `[b]${inner}[/b]`,
    `[list][*]${inner}[*]二[/list]`,
    `[table][tr][td]${inner}[/td][td]乙[/td][/tr][/table]`,
    `[quote="甲"]${inner}[/quote]`,
    `[spoiler]${inner}[/spoiler]`,
    '[url]https://ad.example/z[/url]',
    'https://www.bilibili.com/video/BV1xx411c7mD',
  ])
    expect(shown(source)).not.toMatch(/example|bilibili/)
})

it('keeps the shape of tables and lists', () => {
  const source =
    '[table][tr][td]甲[/td][td]乙[/td][/tr][tr][td]丙[/td][td]丁[/td][/tr][/table][list][*]一[*]二[/list]'
  expect(withoutLinks(parse(source), '')).toEqual(parse(source))
})
