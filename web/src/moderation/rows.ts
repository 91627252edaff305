import { type Activity } from '@forum/shared/contract'
import { type FeedItem } from './feed'
import { secondText } from './line-text'

/** One row of the list: an entry, or a line of a burst that is shown below it. */
export interface FeedRow {
  key: string
  item: FeedItem
  /** The line of the row; of a burst, its newest. */
  line: Activity
  /** True for a line below its burst. */
  isInner: boolean
  /** True for a burst with its lines below it. */
  isExpanded: boolean
}

/** Returns the rows of entries; those of `expanded` bursts are followed by their lines. */
export function rowsOf(items: readonly FeedItem[], expanded: ReadonlySet<string>): FeedRow[] {
  return items.flatMap((item) => {
    const isExpanded = item.lines.length > 1 && expanded.has(item.key)
    const row = { key: item.key, item, line: item.lines[0], isInner: false, isExpanded }
    if (!isExpanded) return row
    const inner = item.lines.map((line) => ({
      key: `${line.id}`,
      item: { key: `${line.id}`, lines: [line] as const, flags: line.flags },
      line,
      isInner: true,
      isExpanded: false,
    }))
    return [row, ...inner]
  })
}

/** Returns whether a row has a second line; on a phone, the flags need it too. */
export const isTall = ({ item, isInner }: Pick<FeedRow, 'item' | 'isInner'>, isWide: boolean): boolean =>
  !isInner && item.flags.length > 0 && (!isWide || secondText(item) !== '')

/** Number of Chinese characters that fit in a line of any phone. */
const PHONE_LINE = 18
const NARROW = /[\u0020-\u024F]/gu

/**
 * Returns whether the text of a row on a phone takes two lines: Latin letters are about half as wide as Chinese ones.
 */
export const isLong = (item: FeedItem): boolean => {
  const text = secondText(item)
  return text.length - (text.match(NARROW)?.length ?? 0) / 2 > PHONE_LINE
}

/** Heights of rows in pixels: fixed, so that a place in the list is arithmetic. `bare` rows have no text of their own. */
const DESK = { plain: 30, flagged: 54, chosen: 90, chosenBare: 68 } as const
const PHONE = { bare: 60, plain: 78, flags: 26, secondLine: 22 } as const

function heightOf(row: FeedRow, isChosen: boolean, isWide: boolean): number {
  const isBare = secondText(row.item) === ''
  const hasFlags = isTall(row, isWide)
  if (isWide) {
    if (isChosen) return isBare ? DESK.chosenBare : DESK.chosen
    return hasFlags ? DESK.flagged : DESK.plain
  }
  const height = isBare ? PHONE.bare : PHONE.plain
  if (!hasFlags) return height
  return height + PHONE.flags + (isLong(row.item) ? PHONE.secondLine : 0)
}

/** Returns where each row begins, in pixels, and after the last one where the list ends. */
export function offsetsOf(rows: readonly FeedRow[], chosen: string | null, isWide: boolean): number[] {
  const offsets = [0]
  let end = 0
  for (const row of rows) {
    end += heightOf(row, row.key === chosen, isWide)
    offsets.push(end)
  }
  return offsets
}

/** Returns the index of the row at a place. */
export function rowAt(offsets: readonly number[], place: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
