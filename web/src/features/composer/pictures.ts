import { type Attachment } from '@forum/shared/contract'
import { type Edit } from './edits'

/** Whether a file can be shown in the text. */
export const isPicture = ({ width }: Attachment): boolean => width !== null

/** The tag that shows a picture in the text. Only whole addresses become pictures (docs/content.md). */
const tagOf = ({ url }: Attachment): string => `[img]${location.origin}${url}[/img]`

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The tags of a picture, each with the line break that follows it. */
const tagsOf = ({ url }: Attachment): RegExp =>
  new RegExp(String.raw`\[(img|gif)\]\s*https?://[^\s[\]]*${escaped(url)}\s*\[/\1\]\n?`, 'gi')

export const isPlaced = (text: string, picture: Attachment): boolean => tagsOf(picture).test(text)

export const withoutPicture = (text: string, picture: Attachment): string => text.replace(tagsOf(picture), '')

/** Returns the edit that inserts a picture on a line of its own. */
export function pictureAt(text: string, at: number, picture: Attachment): Edit {
  const before = at === 0 || text[at - 1] === '\n' ? '' : '\n'
  const after = text[at] === '\n' ? '' : '\n'
  const insert = `${before}${tagOf(picture)}${after}`
  const end = at + insert.length + (after === '' ? 1 : 0)
  return { from: at, to: at, insert, selectFrom: end, selectTo: end }
}

/** Pictures that were inserted at a place. */
const PICTURES = /^(?:\n?\[img\][^\s[\]]*\[\/img\])+/

/**
 * Returns where a picture belongs that was added behind `before`: behind the pictures that were added there before it,
 * or at `otherwise` if that text has changed.
 */
export function placeBehind(text: string, before: string, otherwise: number): number {
  if (!text.startsWith(before)) return otherwise
  return before.length + (PICTURES.exec(text.slice(before.length))?.[0].length ?? 0)
}

/** Returns an edit of the same text that leaves the selection where it is. */
export function keepingSelection(edit: Edit, selection: { start: number; end: number }): Edit {
  const moved = (at: number) =>
    at > edit.from || (at === edit.from && at > 0) ? at + edit.insert.length : at
  return { ...edit, selectFrom: moved(selection.start), selectTo: moved(selection.end) }
}

export const applied = (text: string, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to)
