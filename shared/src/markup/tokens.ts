import { oneLine, TAGS, type Tag } from '../text'
import { wholeAddress } from './addresses'
import { type Meter } from './meter'
import { type CodeNode, type ImageNode, type RuleNode, type TaskNode } from './nodes'

/** A piece of the source; the `raw` texts of all tokens, concatenated, are the source. */
export type Token = { raw: string } & (
  | { kind: 'text' }
  /**
   * `value` is the quoted name, the link's address or, for a list, "1" when it is numbered; `postId` is the quoted post
   * of a quote that names one.
   */
  | { kind: 'open'; tag: Tag; value: string | null; postId: number | null }
  | { kind: 'close'; tag: Tag }
  | { kind: 'item' }
  /** [/task], which no task needs. */
  | { kind: 'taskEnd' }
  /** A tag without content, or whose content is not markup, read as one token. */
  | { kind: 'leaf'; node: CodeNode | ImageNode | RuleNode | TaskNode }
  /** [url]address[/url]: `shown` is the address as typed. */
  | { kind: 'address'; url: string; shown: string }
)

/** The longest name or address a tag may carry, in code units. */
export const MAX_VALUE = 2_000

const SIMPLE = new RegExp(`\\[(/?)(${TAGS.join('|')})\\]`, 'iy')
const ITEM = /\[\*\]/y
const ALONE = /\[(?:hr|task(=x)?)\]/iy
const TASK_END = /\[\/task\]/iy
const WITH_VALUE = /\[(quote|url|list)=/iy
const WITH_RAW_INSIDE = /\[(?:(code|url|img|gif)|code=([\w+#.-]{1,20}))\]/iy
/** The end of a quoted name, and the quoted post. Ids have at most 15 digits, so that they are safe integers. */
const QUOTE_END = /"(?: post=([1-9][0-9]{0,14}))?\]/
const LONGEST_QUOTE_END = '" post=]'.length + 15
/** A line of three backticks, which may name a language, and the line that ends the code; both may touch a tag. */
const FENCE = /```[^\n`[]*\n/g
const LANGUAGE = /^```[ \t]*([\w+#.-]{1,20})[ \t]*\n/
const BEFORE_FENCE = /[\n\r\u2028\u2029\]]/
/** A full-width bracket is what `quoteBlock` makes of a tag without its partner, and ends no less than the tag did. */
const FENCE_END = /\n```(?=[ \t]*(?:\n|$|[[［]))/g
/** A name in quotation marks, including the kinds that Chinese input methods insert. */
const IN_QUOTATION_MARKS = /^(?:"(.*)"|'(.*)'|“(.*)”|”(.*)”|「(.*)」)$/

/**
 * Cuts the source into tokens, each well-formed on its own; `pair` decides later
 * which tags belong together. Every search goes forward once (`nextOf`), so the running time is linear for any source.
 */
export function tokenize(source: string, meter: Meter): Token[] {
  const tokens: Token[] = []
  const search = {
    open: nextOf(source, '[', meter),
    // No lookbehind: the oldest supported engines do not parse it.
    fence: nextOf(source, FENCE, meter, (at) => at === 0 || BEFORE_FENCE.test(source.charAt(at - 1))),
    fenceEnd: nextOf(source, FENCE_END, meter),
    close: nextOf(source, ']', meter),
    line: nextOf(source, '\n', meter),
    quoteEnd: nextOf(source, new RegExp(QUOTE_END, 'g'), meter, (at) => !isEscaped(source, at)),
    codeEnd: nextOf(source, /\[\/code\]/gi, meter),
  }
  const start = (from: number) => Math.min(search.open(from), search.fence(from))
  let textStart = 0
  let at = start(0)
  while (at < source.length) {
    meter.steps += 1
    const token = tokenAt(source, at, search, meter)
    if (token === null) {
      at = start(at + 1)
      continue
    }
    if (at > textStart) tokens.push({ kind: 'text', raw: source.slice(textStart, at) })
    tokens.push(token)
    textStart = at + token.raw.length
    at = start(textStart)
  }
  if (textStart < source.length) tokens.push({ kind: 'text', raw: source.slice(textStart) })
  return tokens
}

/** Returns the offset of the next match at or after `from`, or the length of the source if there is none. */
type NextOf = (from: number) => number

interface Search {
  open: NextOf
  fence: NextOf
  fenceEnd: NextOf
  close: NextOf
  line: NextOf
  quoteEnd: NextOf
  codeEnd: NextOf
}

/** Returns the tag or the fenced code that begins at `at`, or null if it is not well-formed. */
function tokenAt(source: string, at: number, search: Search, meter: Meter): Token | null {
  if (source.charAt(at) === '`') return fenced(source, at, search)
  if (matches(ITEM, source, at)) return { kind: 'item', raw: '[*]' }
  const alone = matches(ALONE, source, at)
  if (alone) return leafAlone(alone)
  const taskEnd = matches(TASK_END, source, at)
  if (taskEnd) return { kind: 'taskEnd', raw: taskEnd[0] }
  const inside = matches(WITH_RAW_INSIDE, source, at)
  if (inside) return rawInside(source, at, inside, search, meter)
  const withValue = matches(WITH_VALUE, source, at)
  if (withValue) return openWithValue(source, at, withValue, search, meter)
  const simple = matches(SIMPLE, source, at)
  if (!simple) return null
  const tag = (simple[2] ?? '').toLowerCase() as Tag
  return simple[1] === '/'
    ? { kind: 'close', tag, raw: simple[0] }
    : { kind: 'open', tag, value: null, postId: null, raw: simple[0] }
}

function leafAlone([raw, done]: RegExpExecArray): Token {
  const isTask = raw.length > '[hr]'.length
  return { kind: 'leaf', raw, node: isTask ? { type: 'task', isDone: done !== undefined } : { type: 'rule' } }
}

/** Returns where the text of code begins in the source of the code. */
export function codeStart(raw: string): number {
  if (raw.startsWith('`')) return raw.indexOf('\n') + 1
  const from = raw.indexOf(']') + 1
  return raw.startsWith('\n', from) ? from + 1 : from
}

/** Returns code, with its language only if it has one. */
const codeNode = (text: string, block: boolean, language: string | undefined): CodeNode =>
  language === undefined ? { type: 'code', text, block } : { type: 'code', text, block, language }

function fenced(source: string, at: number, search: Search): Token | null {
  const lineEnd = source.indexOf('\n', at)
  const to = search.fenceEnd(lineEnd)
  if (to === source.length) return null
  const raw = source.slice(at, to + '\n```'.length)
  const [, language] = LANGUAGE.exec(raw) ?? []
  return { kind: 'leaf', raw, node: codeNode(source.slice(lineEnd + 1, to), true, language) }
}

function matches(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

function rawInside(
  source: string,
  at: number,
  opener: RegExpExecArray,
  search: Search,
  meter: Meter,
): Token | null {
  const tag = (opener[1] ?? 'code').toLowerCase()
  const from = at + opener[0].length
  const to = tag === 'code' ? search.codeEnd(from) : search.open(from)
  const closer = `[/${tag}]`
  const end = to + closer.length
  if (to === source.length) return null
  const raw = source.slice(at, end)
  if (tag === 'code') {
    // The line breaks next to the tags only set the code off, and are not part of it.
    const typed = source.slice(from, to)
    const text = typed.replace(/^\n/, '').replace(/\n$/, '')
    return { kind: 'leaf', raw, node: codeNode(text, typed.includes('\n'), opener[2]) }
  }
  if (to - from > MAX_VALUE || source.slice(to, end).toLowerCase() !== closer) return null
  const shown = source.slice(from, to).trim()
  const url = wholeAddress(shown, meter)
  if (url === null) return null
  return tag === 'url'
    ? { kind: 'address', raw, url, shown }
    : { kind: 'leaf', raw, node: { type: 'image', url, gif: tag === 'gif' } }
}

function openWithValue(
  source: string,
  at: number,
  opener: RegExpExecArray,
  search: Search,
  meter: Meter,
): Token | null {
  const tag = (opener[1] ?? '').toLowerCase() as Tag
  const from = at + opener[0].length
  if (tag === 'quote' && source.charAt(from) === '"') {
    const to = search.quoteEnd(from + 1)
    if (to < search.line(from) && to - from <= MAX_VALUE) {
      const name = nameOf(source.slice(from + 1, to).replace(/\\(["\\])/g, '$1'))
      const [end, postId] = QUOTE_END.exec(source.slice(to, to + LONGEST_QUOTE_END)) ?? ['']
      const raw = source.slice(at, to + end.length)
      return { kind: 'open', tag, value: name, postId: postId === undefined ? null : Number(postId), raw }
    }
  }
  const to = search.close(from)
  if (to - from > MAX_VALUE || to >= search.line(from) || to > search.open(at + 1)) return null
  const raw = source.slice(at, to + 1)
  const typed = source.slice(from, to).trim()
  const marked = IN_QUOTATION_MARKS.exec(typed)
  const value = marked === null ? typed : (marked.slice(1).find((part) => part !== undefined) ?? '')
  if (tag === 'quote') return { kind: 'open', tag, value: nameOf(value), postId: null, raw }
  if (tag === 'list') return value === '1' ? { kind: 'open', tag, value, postId: null, raw } : null
  const url = wholeAddress(value, meter)
  return url === null ? null : { kind: 'open', tag, value: url, postId: null, raw }
}

/** Normalises a quoted name for display and comparison; returns null if the result is empty. */
export function nameOf(text: string): string | null {
  const name = oneLine(text)
  return name === '' ? null : name
}

/** Returns true if the character at `at` has an odd number of backslashes before it. */
function isEscaped(source: string, at: number): boolean {
  let before = at
  while (before > 0 && source.charAt(before - 1) === '\\') before -= 1
  return (at - before) % 2 === 1
}

/**
 * Returns a search that remembers its last match, so that further calls cost nothing until the match is passed. The
 * offsets of successive calls must never decrease.
 */
function nextOf(
  source: string,
  wanted: string | RegExp,
  meter: Meter,
  counts: (at: number) => boolean = () => true,
): NextOf {
  let found = -1
  const findFrom = (from: number): number => {
    if (typeof wanted === 'string') return source.indexOf(wanted, from)
    wanted.lastIndex = from
    return wanted.exec(source)?.index ?? -1
  }
  return (from) => {
    while (found < from) {
      const next = findFrom(Math.max(from, found + 1))
      const end = next < 0 ? source.length : next
      meter.steps += end - Math.max(from, found)
      found = end
      if (found < source.length && !counts(found)) from = found + 1
    }
    return found
  }
}
