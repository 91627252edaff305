import { describe, expect, it } from 'vitest'
import { TABLE_COLUMNS_MAX } from '../limits'
import { type MarkupNode } from './nodes'
import { excerpt, isVisiblyEmpty, mentions, plainText, searchText } from './plain'
import { sliceSource } from './slices'
import { parse } from './tree'

const text = (value: string): MarkupNode => ({ type: 'text', text: value })
const heading = (level: 2 | 3, ...children: MarkupNode[]): MarkupNode => ({
  type: 'heading',
  level,
  children,
})
const cell = (value: string, isHeader = false) => ({ isHeader, children: value === '' ? [] : [text(value)] })
const PICTURE = '[img]https://a.com/a.png[/img]'
const image: MarkupNode = { type: 'image', url: 'https://a.com/a.png', gif: false }
const TABLE = '[table]\n[tr][th]项目[/th][th]费用[/th][/tr]\n[tr][td]律师[/td][td]@xiaoli[/td][/tr]\n[/table]'

describe('headings', () => {
  it('are lines of their own at two levels', () => {
    expect(parse('a\n[h2]一、[b]材料[/b][/h2]\nb\n[h3] 推荐信\n[/h3]')).toEqual([
      text('a'),
      heading(2, text('一、'), { type: 'bold', children: [text('材料')] }),
      text('b'),
      heading(3, text(' 推荐信')),
    ])
  })
  it('take no other block but a quote, and vanish when they are empty', () => {
    expect(parse('[h2]a[list][*]b[/list][hr][/h2]')).toEqual([
      heading(2, text('a'), { type: 'break' }, text('b')),
    ])
    expect(parse('[h2][code]\na\n[/code][/h2]')).toEqual([
      heading(2, { type: 'code', text: 'a', block: false }),
    ])
    expect(parse('[h2][quote]a[/quote][/h2]')).toMatchObject([
      { type: 'heading', children: [{ type: 'quote' }] },
    ])
    expect(parse('a[h2] [/h2]')).toEqual([text('a')])
  })
})

describe('tables', () => {
  it('have rows of cells, without the white space between tags', () => {
    expect(parse('[table]\n[tr][th]a[/th]\n[th]b[/th][/tr]\n[tr][td]1[/td][td][/td][/tr]\n[/table]')).toEqual(
      [
        {
          type: 'table',
          rows: [
            [cell('a', true), cell('b', true)],
            [cell('1'), cell('')],
          ],
        },
      ],
    )
  })
  it('keep text that is in no cell', () => {
    expect(parse('[table]a[tr]b[td]c[/td]d[/tr]e[/table]')).toEqual([
      { type: 'table', rows: [[cell('a')], [cell('b'), cell('c'), cell('d')], [cell('e')]] },
    ])
  })
  it('lose their tags inside other tables, and so do their parts elsewhere', () => {
    expect(parse('[table][tr][td]a[table][tr][td]b[/td][/tr][/table][/td][/tr][/table]')).toEqual([
      {
        type: 'table',
        rows: [[{ isHeader: false, children: [text('a'), { type: 'break' }, text('b')] }]],
      },
    ])
    expect(plainText('[tr][td]a[/td][/tr]')).toBe('a')
  })
  it('add the cells beyond the last column to it', () => {
    const row = Array.from({ length: TABLE_COLUMNS_MAX + 2 }, (_, at) => `[td]${at}[/td]`).join('')
    const [table] = parse(`[table][tr]${row}[/tr][/table]`)
    const [cells] = table?.type === 'table' ? table.rows : []
    expect(cells).toHaveLength(TABLE_COLUMNS_MAX)
    expect(cells?.at(-1)?.children).toEqual(['19', ' ', '20', ' ', '21'].map(text))
  })
})

describe('lists, rules, tasks and figures', () => {
  it('numbers the items of an ordered list, which may contain another list', () => {
    expect(parse('[ol]\n[*] a\n[list]\n[*] b\n[/list]\n[*] c\n[/ol]')).toEqual([
      {
        type: 'list',
        ordered: true,
        items: [[text(' a'), { type: 'list', ordered: false, items: [[text(' b')]] }], [text(' c')]],
      },
    ])
  })
  it('reads rules and the marks of tasks without closing tags', () => {
    expect(parse('a\n[hr]\n[task]b[TASK=x]')).toEqual([
      text('a'),
      { type: 'rule' },
      { type: 'task', isDone: false },
      text('b'),
      { type: 'task', isDone: true },
    ])
  })
  it('shows no closing tag of a task, which needs none', () => {
    expect(parse('[task]a [b]b[/b][/task]')).toEqual([
      { type: 'task', isDone: false },
      text('a '),
      { type: 'bold', children: [text('b')] },
    ])
    expect(sliceSource('[task=x]abc[/task]d', { from: 8, to: 20 })).toBe('abcd')
    expect(plainText('a[/task][task]b[/task][/task]')).toBe('a[/task]☐b[/task]')
  })
  it('shows a closing tag whose task is in a quote before it', () => {
    const source = '[quote][task]a[/quote]b[/task]'
    expect(parse(source)).toMatchObject([{ type: 'quote' }, text('b[/task]')])
    expect(sliceSource(source, { from: 22, to: 30 })).toBe('b[/task]')
  })
  it('gives pictures a caption, which without pictures is text', () => {
    expect(parse(`[figure]\n${PICTURE}\n[i]封面[/i]\n[/figure]`)).toEqual([
      { type: 'figure', pictures: [image], caption: [{ type: 'italic', children: [text('封面')] }] },
    ])
    expect(plainText('a[figure]b[/figure]c')).toBe('a\nb\nc')
  })
  it('reads the language of code', () => {
    expect(parse('[code=ts]\nlet a\n[/code]')).toEqual([
      { type: 'code', text: 'let a', block: true, language: 'ts' },
    ])
    expect(parse('[code=a b]x[/code]')).toEqual([text('[code=a b]x[/code]')])
  })
})

describe('the texts of a guide', () => {
  const GUIDE = `[h2]费用[/h2]\n${TABLE}\n[hr]\n[list][*][task=x] 寄出[/list]\n[figure]${PICTURE}封面[/figure]`
  it('contain the words of headings, cells and captions', () => {
    expect(plainText(GUIDE)).toBe('费用\n项目 费用\n律师 @xiaoli\n☑ 寄出\n「图片」\n封面')
    expect(excerpt(GUIDE, 100)).toBe('费用 项目 费用 律师 @xiaoli ☑ 寄出 「图片」 封面')
    expect(searchText(GUIDE)).toBe('费用\n项目 费用\n律师 @xiaoli\n 寄出\n封面')
    expect(mentions(GUIDE)).toEqual(['xiaoli'])
  })
  it('are empty if nothing but rules, marks and empty cells is shown', () => {
    expect(isVisiblyEmpty('[hr][task][h2] [/h2][table][tr][td] [/td][/tr][/table]')).toBe(true)
    expect(isVisiblyEmpty('[table][tr][td]a[/td][/tr][/table]')).toBe(false)
  })
  it('are cut for a quote with the table and the language around them', () => {
    const from = TABLE.indexOf('律师')
    expect(sliceSource(TABLE, { from, to: from + 2 })).toBe('[table][tr][td]律师[/td][/tr][/table]')
    const code = '[code=js]\nlet js\n[/code]'
    expect(sliceSource(code, { from: code.indexOf('js\n['), to: code.length })).toBe('[code=js]js[/code]')
  })
})
