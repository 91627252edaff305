import { someClusters } from './characters'
import { VARIANTS } from './character-variants'

/** A text folded for searching, and the place in the original of each of its code units. */
export interface FoldedText {
  text: string
  /** Offset in the original at which the character of a code unit begins. */
  from: Uint32Array
  /** Offset at which it ends. */
  to: Uint32Array
}

/**
 * Code units that fold to one code unit each, whatever follows: ASCII, Chinese characters, kana, common punctuation,
 * full-width forms.
 */
const EVEN =
  '\\t\\n\\x20-\\x7e\\u2012-\\u2016\\u2018-\\u2023\\u3000-\\u3029\\u3041-\\u3096\\u30a1-\\u30fc\\u3400-\\u4dbf\\u4e00-\\u9fff\\uff01-\\uff5e'
const ALL_EVEN = new RegExp(`^[${EVEN}]*$`)
/** All other characters, with the even one before them, which they may join. */
const UNEVEN = new RegExp(`[${EVEN}]?[^${EVEN}]+(?:[${EVEN}][^${EVEN}]+)*`, 'g')
/** Ellipses, middle dots and emoji without joiners, which join neither each other nor the even character before them. */
const SEPARATE = new RegExp(`^[${EVEN}]?((?:[\\u2026\\u00b7]|\\p{Extended_Pictographic})+)$`, 'u')

const PICTOGRAPH = /\p{Extended_Pictographic}/u
const DIACRITICS = /[\u0300-\u036f]+/g
const SKIN_TONES = /[\u{1f3fb}-\u{1f3ff}]/gu
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const INVISIBLE_BUT_JOINERS = /(?!\u200d)\p{Default_Ignorable_Code_Point}/gu

/** Counts up from 0: the offsets of every even text, so that none allocates its own. */
let offsets = new Uint32Array(0)

/**
 * Maximum number of code units that one code unit of a character folds to. U+FDFA alone folds to eighteen, and a text
 * of nothing else would cost each of its searches as many times more.
 */
export const FOLD_GROWTH_MAX = 4

const foldEven = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The folds of characters that were met before: a text has the same ones again and again. */
const folds = new Map<string, string>()
const FOLDS_MAX = 5_000
/** Longer characters are letters with many marks, each of which is different. */
const FOLDS_LENGTH_MAX = 8

function foldCluster(cluster: string): string {
  const cached = folds.get(cluster)
  if (cached !== undefined) return cached
  const folded = foldNewCluster(cluster)
  if (cluster.length > FOLDS_LENGTH_MAX) return folded
  if (folds.size >= FOLDS_MAX) folds.clear()
  folds.set(cluster, folded)
  return folded
}

/**
 * Folds one character as a reader sees it. Emoji lose their colour, but keep the joiners that make them one. A character
 * that would grow too long stays as it is.
 */
function foldNewCluster(cluster: string): string {
  const invisible = PICTOGRAPH.test(cluster) ? INVISIBLE_BUT_JOINERS : INVISIBLE
  const folded = cluster
    .normalize('NFKD')
    .toLowerCase()
    .replace(DIACRITICS, '')
    .replace(SKIN_TONES, '')
    .replace(invisible, '')
    .normalize('NFKC')
    .toLowerCase()
  return folded.length > FOLD_GROWTH_MAX * cluster.length ? cluster : folded
}

/**
 * Folds a text for searching, without regard to case, accents, width and invisible characters. Line breaks are kept,
 * and so are Chinese characters, which `canonicalCharacter` folds one by one.
 */
export function foldForSearch(source: string): FoldedText {
  if (ALL_EVEN.test(source)) {
    const { length } = source
    if (offsets.length <= length) offsets = Uint32Array.from({ length: 2 * length + 1 }, (_, i) => i)
    return { text: foldEven(source), from: offsets.subarray(0, length), to: offsets.subarray(1, length + 1) }
  }
  const parts: string[] = []
  /** The lengths of the characters that parts are folded from; 0 for an even part, whose code units keep their places. */
  const widths: number[] = []
  let end = 0
  const addCluster = (cluster: string): void => {
    parts.push(foldCluster(cluster))
    widths.push(cluster.length)
    end += cluster.length
  }
  const addEven = (start: number, end: number): void => {
    if (start === end) return
    parts.push(foldEven(source.slice(start, end)))
    widths.push(0)
  }
  for (const { 0: uneven, index } of source.matchAll(UNEVEN)) {
    const stop = index + uneven.length
    // Asking the segmenter takes longer than all the rest.
    const separate = SEPARATE.exec(uneven)?.[1]
    const start = separate === undefined ? index : stop - separate.length
    addEven(end, start)
    end = start
    for (const cluster of separate ?? '') addCluster(cluster)
    while (end < stop) {
      for (const length of someClusters(source, end, stop)) addCluster(source.slice(end, end + length))
    }
  }
  addEven(end, source.length)
  const text = parts.join('')
  const [from, to] = [new Uint32Array(text.length), new Uint32Array(text.length)]
  let at = 0
  let start = 0
  for (const [i, part] of parts.entries()) {
    const width = widths[i] ?? 0
    for (let unit = 0; unit < part.length; unit += 1) {
      from[at] = width === 0 ? start + unit : start
      to[at] = width === 0 ? start + unit + 1 : start + width
      at += 1
    }
    start += width || part.length
  }
  return { text, from, to }
}

/** The canonical characters by code unit, 0 for those that are their own; and those beyond the first 65,536. */
interface Canonical {
  units: Uint16Array
  others: ReadonlyMap<string, string>
}

let canonical: Canonical | undefined

function readVariants(): Canonical {
  const units = new Uint16Array(0x10000)
  const others = new Map<string, string>()
  for (const group of VARIANTS.trim().split(/\s/)) {
    const [common = '', ...variants] = group
    for (const variant of variants) {
      if (variant.length === 1 && common.length === 1) units[variant.charCodeAt(0)] = common.charCodeAt(0)
      else others.set(variant, common)
    }
  }
  return { units, others }
}

/** Returns the character that stands for a Chinese character and its variants: 台 for 臺, 里 for 裡 and 裏. */
export function canonicalCharacter(character: string): string {
  // Built on first use: the page imports this package and has no use for the table.
  canonical ??= readVariants()
  const unit = character.length === 1 ? canonical.units[character.charCodeAt(0)] : 0
  return unit ? String.fromCharCode(unit) : (canonical.others.get(character) ?? character)
}
