import { describe, expect, it } from 'vitest'
import { completeMention, type Edit, editOf, mentionAt, type Selected, type Tool } from './edits'

/** A text with its selection between « and ». */
function read(marked: string): Selected {
  const start = marked.indexOf('«')
  const end = marked.indexOf('»') - 1
  return { text: marked.replace(/[«»]/g, ''), start, end }
}
function write({ text }: Selected, { from, to, insert, selectFrom, selectTo }: Edit): string {
  const whole = text.slice(0, from) + insert + text.slice(to)
  return `${whole.slice(0, selectFrom)}«${whole.slice(selectFrom, selectTo)}»${whole.slice(selectTo)}`
}
const apply = (tool: Tool, marked: string) => write(read(marked), editOf(tool, read(marked)))

describe('a tool of the composer', () => {
  it.each<[Tool, string, string]>([
    ['bold', '我«很»好', '我[b]«很»[/b]好'],
    ['bold', '我[b]«很»[/b]好', '我«很»好'],
    ['bold', '我«[b]很[/b]»好', '我«很»好'],
    ['italic', '«»', '[i]«»[/i]'],
    ['strike', 'a«b»', 'a[s]«b»[/s]'],
    ['code', '«x = 1»', '[code]«x = 1»[/code]'],
    ['code', '见：«a\nb»', '见：\n[code]\n«a\nb»\n[/code]'],
    ['quote', '«他说»', '[quote]\n«他说»\n[/quote]'],
    ['quote', '前«他说»后', '前\n[quote]\n«他说»\n[/quote]\n后'],
    ['spoiler', '«凶手是他»', '[spoiler]«凶手是他»[/spoiler]'],
    ['link', '«»', '[url=«https://»][/url]'],
    ['link', '«移民局»', '[url=«https://»]移民局[/url]'],
    ['link', '«https://uscis.gov»', '[url=https://uscis.gov]«»[/url]'],
    ['picture', '«https://a.example/1.png»', '[img]«https://a.example/1.png»[/img]'],
    ['list', '«一\n二»', '[list]\n[*] 一\n[*] 二«»\n[/list]'],
    ['ordered', '«一\n二»', '[ol]\n[*] 一\n[*] 二«»\n[/ol]'],
    ['task', '«一»', '[list]\n[*] [task] 一«»\n[/list]'],
    ['heading', '«材料»', '[h2]«材料»[/h2]'],
    ['subheading', '[h3]«材料»[/h3]', '«材料»'],
    [
      'table',
      '前«律师»后',
      '前\n[table]\n[tr][th]«»[/th][th][/th][/tr]\n[tr][td]律师[/td][td][/td][/tr]\n[/table]\n后',
    ],
    ['rule', '前«»', '前\n[hr]\n«»'],
    ['figure', '«图»', '[figure]«图»[/figure]'],
    ['list', '要带：«»', '要带：\n[list]\n[*] «»\n[/list]'],
  ])('applies %s, which turns %j into %j', (tool, before, after) => {
    expect(apply(tool, before)).toBe(after)
  })
})

describe('a name being written', () => {
  const at = (text: string) => mentionAt({ text, start: text.length, end: text.length })
  it.each([
    ['@', ''],
    ['谢谢@lao', 'lao'],
    ['谢谢 @老王', '老王'],
    ['（@xiao', 'xiao'],
  ])('finds a name being typed in %j', (text, query) => {
    expect(at(text)?.query).toBe(query)
  })
  it.each(['me@lao', 'https://a.example/@lao', '@lao wang', 'lao', '@@lao'])(
    'finds no name being typed in %j',
    (text) => {
      expect(at(text)).toBeNull()
    },
  )
  it('completes a name to the chosen username', () => {
    const text = '谢谢 @lao'
    const edit = completeMention({ from: 3 }, text.length, 'laowang88')
    expect(write({ text, start: 7, end: 7 }, edit)).toBe('谢谢 @laowang88 «»')
  })
})
