import { describe, expect, it } from 'vitest'
import { applied } from './pictures'
import { isInCode, typedEdit } from './markdown'

/** Types a text character by character, and returns it with « for the caret. */
function typed(keys: string, before = ''): string {
  let text = before.replace('«', '')
  let caret = before.includes('«') ? before.indexOf('«') : text.length
  for (const key of keys) {
    text = text.slice(0, caret) + key + text.slice(caret)
    caret += 1
    const edit = typedEdit(text, caret)
    if (!edit) continue
    text = applied(text, edit)
    caret = edit.selectTo
  }
  return `${text.slice(0, caret)}«${text.slice(caret)}`
}

describe('Markdown that is typed', () => {
  it.each([
    ['## 材料\n', '[h2]材料[/h2]\n«'],
    ['### 推荐信 ##\n', '[h3]推荐信[/h3]\n«'],
    ['#话题\n', '#话题\n«'],
    ['---\n', '[hr]\n«'],
    ['- 一\n', '[list]\n[*] 一\n[*] «\n[/list]'],
    ['- 一\n二\n', '[list]\n[*] 一\n[*] 二\n[*] «\n[/list]'],
    ['- 一\n二\n\n完', '[list]\n[*] 一\n[*] 二\n[/list]\n完«'],
    ['1. 一\n\n完', '[ol]\n[*] 一\n[/ol]\n完«'],
    ['2. 一\n', '2. 一\n«'],
    ['- [x] 寄出\n收到\n\n', '[list]\n[*] [task=x] 寄出\n[*] [task] 收到\n[/list]\n«'],
    ['- 一\n- 子\n\n二\n\n完', '[list]\n[*] 一\n[list]\n[*] 子\n[/list]\n[*] 二\n[/list]\n完«'],
    ['> 他说\n真的\n\n好', '[quote]\n他说\n真的\n[/quote]\n好«'],
    [
      '| 项目 | 费用 |\n|---|---|\n| 律师 | 5,000 |\n\n完',
      '[table]\n[tr][th]项目[/th][th]费用[/th][/tr]\n[tr][td]律师[/td][td]5,000[/td][/tr]\n[/table]\n完«',
    ],
    ['```ts\nlet a = **b**\n# c\n```\n好', '[code=ts]\nlet a = **b**\n# c\n[/code]\n好«'],
    ['很**重要**的', '很[b]重要[/b]的«'],
    ['2 ** 3 ** 4', '2 ** 3 ** 4«'],
    ['~~旧~~', '[s]旧[/s]«'],
    ['用 `npm i`', '用 [code]npm i[/code]«'],
    ['见[表格](https://uscis.gov/a)', '见[url=https://uscis.gov/a]表格[/url]«'],
    ['![](https://a.example/1.png)', '[img]https://a.example/1.png[/img]«'],
    ['普通的一行\n', '普通的一行\n«'],
  ])('turns %j into %j', (keys, after) => {
    expect(typed(keys)).toBe(after)
  })
  it('keeps what follows on a line of its own', () => {
    expect(typed('- 一\n', '«后面')).toBe('[list]\n[*] 一\n[*] «\n[/list]\n后面')
    expect(typed('## 一\n', '前面\n«后面')).toBe('前面\n[h2]一[/h2]\n«后面')
  })
  it('finds code between tags and between fences', () => {
    const text = 'a[code]b[/code]x\n```\nd\n```\ny'
    const inside = Array.from(text, (letter, at) => (isInCode(text, at) ? letter : '')).join('')
    expect(['a', 'x', 'y'].filter((letter) => inside.includes(letter))).toEqual([])
    expect(['b', 'd'].every((letter) => inside.includes(letter))).toBe(true)
  })
})
