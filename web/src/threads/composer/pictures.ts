import { type Attachment } from '@forum/shared/contract'
import { countCharacters, cutCharacters, lastCharacters } from '@forum/shared/text'
import { composerText } from './composer.texts'
import { type Edit } from './edits'

/** A file of a draft, with the name by which the editor shows it. */
export interface NamedFile {
  attachment: Attachment
  name: string
}

/** Maximum length of a name that the editor shows whole. */
const NAME_MAX = 30
const NAME_END = 10

/** Returns whether a file can be shown in the text. */
export const isPicture = ({ width }: Attachment): boolean => width !== null

/** The tag that shows a picture in the text. Only whole addresses become pictures (docs/content.md). */
export const tagOf = ({ url }: Attachment): string => `[img]${location.origin}${url}[/img]`

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const TAG = (url: string) => String.raw`\[(img|gif)\]\s*https?://[^\s[\]]*${escaped(url)}\s*\[/\1\]`

/** The tags of a picture, each with the line break that follows it. */
const linesOf = ({ url }: Attachment): RegExp => new RegExp(String.raw`${TAG(url)}\n?`, 'gi')

export const isPlaced = (text: string, picture: Attachment): boolean => linesOf(picture).test(text)

export const withoutPicture = (text: string, picture: Attachment): string =>
  text.replace(linesOf(picture), '')

/** Returns the text with another file in place of a picture. */
export const withPicture = (text: string, picture: Attachment, other: Attachment): string =>
  text.replace(new RegExp(TAG(picture.url), 'gi'), () => tagOf(other))

/** Returns whether a picture of a text is in a figure. */
export const isInFigure = (text: string, picture: Attachment): boolean =>
  [...text.matchAll(/\[figure\][\s\S]*?\[\/figure\]/gi)].some(([figure]) => isPlaced(figure, picture))

/** Returns the edit that puts a picture into a figure, with the caret at its caption; null if the text lacks it. */
export function figureAt(text: string, label: string): Edit | null {
  const from = text.indexOf(label)
  if (from < 0) return null
  const before = `[figure]\n${label}\n`
  const caret = from + before.length
  const insert = `${before}\n[/figure]`
  return { from, to: from + label.length, insert, selectFrom: caret, selectTo: caret }
}

/** Returns a name for a file that differs from the taken names and lacks characters that would end its label. */
export function nameFor(fileName: string, taken: readonly string[]): string {
  const clean = fileName.replace(/[[\]\s]+/g, ' ').trim()
  const short =
    countCharacters(clean) > NAME_MAX
      ? `${cutCharacters(clean, NAME_MAX - NAME_END)}…${lastCharacters(clean, NAME_END)}`
      : clean
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? short : `${short} (${number})`
    if (!taken.includes(name)) return name
  }
}

/** Returns the label that the editor shows in place of a picture's tag. */
export const labelOf = (name: string): string => `[${composerText('picture')} ${name}]`

/** Returns the tag of a picture that is being uploaded, which has no address, so that it is never loaded. */
export const uploadTag = (name: string): string => `[img]upload:${name}[/img]`

const UPLOAD_TAG = /\[img\]upload:([^[\]\n]+)\[\/img\]/g

/** Returns the names of the pictures in a text that are not uploaded yet. */
export const notUploaded = (source: string): string[] =>
  [...source.matchAll(UPLOAD_TAG)].map(([, name = '']) => name)

/** Returns the text of the editor, with the names of pictures in place of their addresses. */
export function shownText(source: string, files: readonly NamedFile[]): string {
  let shown = source.replace(UPLOAD_TAG, (_, name: string) => labelOf(name))
  for (const { attachment, name } of files.filter((file) => isPicture(file.attachment)))
    shown = shown.replace(new RegExp(TAG(attachment.url), 'gi'), () => labelOf(name))
  return shown
}

/**
 * Returns the source of the editor's text. `before` is the source before the change, whose tags are kept. `uploading` names
 * the pictures that are being uploaded.
 */
export function sourceText(
  shown: string,
  { before, files, uploading }: { before: string; files: readonly NamedFile[]; uploading: readonly string[] },
): string {
  let source = shown
  for (const { attachment, name } of files.filter((file) => isPicture(file.attachment))) {
    const [tag = tagOf(attachment)] = new RegExp(TAG(attachment.url), 'i').exec(before) ?? []
    source = source.replaceAll(labelOf(name), () => tag)
  }
  for (const name of [...notUploaded(before), ...uploading])
    source = source.replaceAll(labelOf(name), () => uploadTag(name))
  return source
}

/** Returns the labels in a text, as ranges. */
const rangesOf = (text: string, labels: readonly string[]) =>
  labels.flatMap((label) =>
    [...text.matchAll(new RegExp(escaped(label), 'g'))].map(({ index }) => ({
      at: index,
      end: index + label.length,
    })),
  )

/**
 * Returns the text after an edit with the damaged labels removed whole, and the offset of the caret; text typed within
 * a label comes after it. Returns null if the edit damaged none.
 */
export function withWholeLabels(
  before: string,
  after: string,
  labels: readonly string[],
): { text: string; caret: number } | null {
  if (labels.every((label) => after.split(label).length >= before.split(label).length)) return null
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1
  let to = before.length - same
  const insert = after.slice(from, after.length - same)
  const isTyped = from === to
  const cutBy = (start: number, stop: number) =>
    rangesOf(before, labels).filter(({ at, end }) => at < stop && start < end && (start > at || stop < end))
  // Deleting any of several equal parts gives the same text: the labels may be whole in another of these edits.
  for (let shift = 0; ; shift += 1) {
    if (cutBy(from - shift, to - shift).length === 0) return null
    if (insert !== '' || shift === from || before[from - shift - 1] !== before[to - shift - 1]) break
  }
  for (const { at, end } of cutBy(from, to)) {
    from = isTyped ? end : Math.min(from, at)
    to = Math.max(to, end)
  }
  return { text: before.slice(0, from) + insert + before.slice(to), caret: from + insert.length }
}

/** Returns the edit that inserts pictures on separate lines, in this order, and puts the caret after them. */
export function linesAt(text: string, at: number, lines: readonly string[]): Edit {
  const before = at === 0 || text[at - 1] === '\n' ? '' : '\n'
  const after = text[at] === '\n' ? '' : '\n'
  const insert = `${before}${lines.join('\n')}${after}`
  const end = at + insert.length + (after === '' ? 1 : 0)
  return { from: at, to: at, insert, selectFrom: end, selectTo: end }
}

/** Removes a label or tag, with the line break that follows it. */
export const withoutLine = (text: string, line: string): string =>
  text.replaceAll(`${line}\n`, '').replaceAll(line, '')

export const applied = (text: string, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to)
