import { type Attachment } from '@forum/shared/contract'
import { expect, it } from 'vitest'
import {
  figureAt,
  isInFigure,
  labelOf,
  linesAt,
  nameFor,
  notUploaded,
  shownText,
  sourceText,
  tagOf,
  uploadTag,
  withPicture,
  withWholeLabels,
} from './pictures'

const picture = (id: number, originalName: string) => ({
  attachment: { id, originalName, url: `/api/uploads/${'0'.repeat(60)}${id}.jpg`, width: 4 } as Attachment,
  name: originalName,
})
const [balcony, kitchen] = [picture(1, '阳台.jpg'), picture(2, '厨房.jpg')]
const files = [balcony, kitchen]
const addressOf = (file: typeof balcony) => tagOf(file.attachment)

it('shows pictures by their names, and keeps their addresses in the source', () => {
  const source = `先看\n${addressOf(kitchen)}\n再看 ${addressOf(balcony)}。`
  const shown = shownText(source, files)
  expect(shown).toBe('先看\n[图片 厨房.jpg]\n再看 [图片 阳台.jpg]。')
  expect(sourceText(shown, { before: source, files, uploading: [] })).toBe(source)
})

it('keeps a tag as it was written', () => {
  const source = `[GIF]http://old.example${kitchen.attachment.url}[/GIF]`
  const shown = shownText(source, files)
  expect(shown).toBe('[图片 厨房.jpg]')
  expect(sourceText(`${shown}！`, { before: source, files, uploading: [] })).toBe(`${source}！`)
})

it('leaves the pictures of other sites and what only looks like a picture of the draft as they are', () => {
  const source = '[img]https://a.example/1.png[/img] [图片 没有.jpg]'
  expect(shownText(source, files)).toBe(source)
  expect(sourceText(source, { before: source, files, uploading: [] })).toBe(source)
})

it('shows the same text before and after an upload', () => {
  const before = uploadTag(balcony.name)
  expect(shownText(before, [])).toBe(shownText(addressOf(balcony), files))
  expect(notUploaded(before)).toEqual([balcony.name])
  expect(sourceText(labelOf(balcony.name), { before: '', files: [], uploading: [balcony.name] })).toBe(before)
  expect(sourceText(labelOf(balcony.name), { before, files: [], uploading: [] })).toBe(before)
})

it.each([
  ['阳台.jpg', [], '阳台.jpg'],
  ['阳台.jpg', ['阳台.jpg', '阳台.jpg (2)'], '阳台.jpg (3)'],
  ['a [1]\n b.jpg', [], 'a 1 b.jpg'],
  [`${'长'.repeat(40)}.jpg`, [], `${'长'.repeat(20)}…${'长'.repeat(6)}.jpg`],
])('names the file %s, beside %s, %s', (fileName, taken, name) => {
  expect(nameFor(fileName, taken)).toBe(name)
})

it.each([
  ['', 0, '甲\n乙\n'],
  ['前面', 2, '前面\n甲\n乙\n'],
  ['前面\n后面', 2, '前面\n甲\n乙\n后面'],
])('inserts lines into %j at %i', (text, at, whole) => {
  const { from, to, insert, selectFrom } = linesAt(text, at, ['甲', '乙'])
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(whole)
  expect(whole.slice(0, selectFrom)).toMatch(/乙\n$/)
})

it.each([
  ['Backspace at its end', '前\n[图片 甲.jp]\n后', '前\n|\n后'],
  ['Delete at its beginning', '前\n图片 甲.jpg]\n后', '前\n|\n后'],
  ['Backspace inside', '前\n[图片 .jpg]\n后', '前\n|\n后'],
  ['a selection up to its middle', '.jpg]\n后', '|\n后'],
  ['typing over its beginning', '前字 甲.jpg]\n后', '前字|\n后'],
  ['typing inside', '前\n[图片 甲字.jpg]\n后', '前\n[图片 甲.jpg]字|\n后'],
])('removes or keeps a label whole after %s', (_how, after, wanted) => {
  const before = '前\n[图片 甲.jpg]\n后'
  const { text, caret } = withWholeLabels(before, after, ['[图片 甲.jpg]']) ?? { text: after, caret: 0 }
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(wanted)
})

it.each([
  ['typing beside a label', '字[图片 甲.jpg]\n[图片 乙.jpg]\n'],
  ['a bracket before a label', '[[图片 甲.jpg]\n[图片 乙.jpg]\n'],
  ['removing the first label whole', '[图片 乙.jpg]\n'],
  ['removing the last label whole', '[图片 甲.jpg]\n'],
  ['exchanging two labels', '[图片 乙.jpg]\n[图片 甲.jpg]\n'],
  ['removing everything', ''],
])('leaves %s as it is', (_what, after) => {
  const labels = ['[图片 甲.jpg]', '[图片 乙.jpg]']
  expect(withWholeLabels(`${labels.join('\n')}\n`, after, labels)).toBeNull()
})

it('puts a picture into a figure with the caret at its caption, and another file in its place', () => {
  const label = labelOf('阳台.jpg')
  const edit = figureAt(`先看\n${label}\n`, label)!
  expect(edit.insert).toBe(`[figure]\n${label}\n\n[/figure]`)
  expect(edit.insert.slice(edit.selectFrom - edit.from)).toBe('\n[/figure]')
  expect(figureAt('没有图', label)).toBeNull()
  const figure = `[figure]\n${addressOf(balcony)}\n朝南\n[/figure]\n${addressOf(kitchen)}`
  expect([isInFigure(figure, balcony.attachment), isInFigure(figure, kitchen.attachment)]).toEqual([
    true,
    false,
  ])
  expect(withPicture(figure, balcony.attachment, kitchen.attachment)).not.toContain(addressOf(balcony))
})
