import { type Edit } from './edits'

/** The beginnings and ends of code, in which nothing is Markdown. */
const CODE_EDGE = /\[(\/?)code(?:=[^\]\n]*)?\]|(?:^|\n)```/gi

/** Returns whether an offset of a text is in code. */
export function isInCode(text: string, at: number): boolean {
  let inTag = false
  let inFence = false
  for (const [edge, slash] of text.slice(0, at).matchAll(CODE_EDGE)) {
    if (slash === undefined) inFence = !inTag && !inFence
    else if (!inFence) inTag = slash === '' && edge !== ''
  }
  return inTag || inFence
}

interface Line {
  text: string
  /** Offset of the beginning of the line. */
  from: number
  line: string
  /** Offset of the caret, after the line break. */
  caret: number
}

const edit = (from: number, to: number, before: string, after = ''): Edit => {
  const caret = from + before.length
  return { from, to, insert: before + after, selectFrom: caret, selectTo: caret }
}

/** Returns the separator after a block at the caret: the rest of the line begins a new one. */
const restOf = ({ text, caret }: Line): string => (caret < text.length && text[caret] !== '\n' ? '\n' : '')

const HEADING = /^(#{1,6})[ \t]+(\S.*?)[ \t#]*$/
const RULE = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/
const ITEM = /^(\[\*\] ?)?[ \t]*(?:([-*+])|1[.)])[ \t]+(?:\[([ xX])\][ \t]+)?(\S.*)$/
const NEXT_ITEM = /^\[\*\][ \t]*(\[task(?:=x)?\][ \t]*)?(.*)$/
const QUOTED = /^>[ \t]*(\S.*)$/
const FENCE = /^```[ \t]*([\w+#.-]{0,20})[ \t]*$/
const ROW = /^[ \t]*\|(.*?)\|?[ \t]*$/
const UNDER_HEAD = /^[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?[ \t]*)?$/
/** The ends of blocks that an empty line leaves: the caret moves after the block, and the line is removed. */
const LEFT_BY_EMPTY_LINE = /^\n?(\[\/(?:quote|table)\])/i
const LIST_END = /^\n?(\[\/(?:list|ol)\])/i
const CODE_END = /^\n?(\[\/code\])/i

const rowOf = (line: string, tag: 'th' | 'td'): string => {
  const cells = (ROW.exec(line)?.[1] ?? '').split('|')
  return `[tr]${cells.map((cell) => `[${tag}]${cell.trim()}[/${tag}]`).join('')}[/tr]`
}

function item({ line, from, caret, ...rest }: Line): Edit | null {
  const [, inItem = '', bullet, box, words] = ITEM.exec(line) ?? []
  if (words === undefined) return null
  const tag = bullet === undefined ? 'ol' : 'list'
  const [mark, next] = box === undefined ? ['', ''] : [box === ' ' ? '[task] ' : '[task=x] ', '[task] ']
  // A list within an item belongs to the item before.
  const isNested = inItem !== '' && /\n\[\*\].*\n$/.test(rest.text.slice(0, from))
  const start = inItem === '' || isNested ? '' : '[*] '
  return edit(
    from,
    caret,
    `${start}[${tag}]\n[*] ${mark}${words}\n[*] ${next}`,
    `\n[/${tag}]${restOf({ line, from, caret, ...rest })}`,
  )
}

/** Returns the edit that continues with the next item, or leaves the list at an empty one. */
function nextItem(at: Line): Edit | null {
  const { text, line, caret } = at
  const [, task, words] = NEXT_ITEM.exec(line) ?? []
  if (words === undefined) return null
  if (words.trim() !== '')
    return edit(caret, caret, `[*] ${task === undefined ? '' : '[task] '}`, text[caret] === '[' ? '\n' : '')
  return leave(at, LIST_END)
}

/** Returns the edit that removes the line before the caret, and leaves the block that ends after it. */
function leave({ text, from, caret }: Line, blockEnd: RegExp): Edit | null {
  const [found, end] = blockEnd.exec(text.slice(caret)) ?? []
  if (found === undefined || end === undefined) return null
  const after = caret + found.length
  if (blockEnd === LIST_END && LIST_END.test(text.slice(after))) return edit(from, after, `${end}\n[*] `)
  return edit(from, text[after] === '\n' ? after + 1 : after, `${end}\n`)
}

function table({ text, line, from, caret, ...rest }: Line): Edit | null {
  if (UNDER_HEAD.test(line) && line.includes('|')) {
    const headFrom = text.lastIndexOf('\n', from - 2) + 1
    const head = text.slice(headFrom, Math.max(headFrom, from - 1))
    if (!ROW.test(head)) return null
    const tail = restOf({ text, line, from, caret, ...rest })
    return edit(headFrom, caret, `[table]\n${rowOf(head, 'th')}\n`, `\n[/table]${tail}`)
  }
  if (!ROW.test(line) || !/^\s*\[\/table\]/i.test(text.slice(caret))) return null
  return edit(from, caret, `${rowOf(line, 'td')}\n`)
}

/** Returns the edit for a line of Markdown that was just ended by a line break; null for any other line. */
function lineEdit(at: Line): Edit | null {
  const { text, line, from, caret } = at
  const [, language] = FENCE.exec(line) ?? []
  if (isInCode(text, from)) {
    return line === '```' ? leave(at, CODE_END) : null
  }
  if (language !== undefined) {
    const opener = language === '' ? '[code]' : `[code=${language}]`
    return edit(from, caret, `${opener}\n`, `\n[/code]${restOf(at)}`)
  }
  const [, level, title] = HEADING.exec(line) ?? []
  if (level !== undefined && title !== undefined) {
    const tag = level.length < 3 ? 'h2' : 'h3'
    return edit(from, caret, `[${tag}]${title}[/${tag}]\n`)
  }
  if (RULE.test(line)) return edit(from, caret, '[hr]\n')
  const [, quoted] = QUOTED.exec(line) ?? []
  if (quoted !== undefined) return edit(from, caret, `[quote]\n${quoted}\n`, `\n[/quote]${restOf(at)}`)
  if (line === '') return leave(at, LEFT_BY_EMPTY_LINE)
  return table(at) ?? item(at) ?? nextItem(at)
}

/**
 * Markdown within a line, by the character that completes it, with the markup that it becomes. Without lookbehind, which
 * the oldest supported engines cannot parse.
 */
const INLINE: Readonly<Record<string, readonly [RegExp, (words: string, address: string) => string]>> = {
  '*': [/(^|[^*])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, (words) => `[b]${words}[/b]`],
  '~': [/(^|[^~])~~([^\s~](?:[^~]*[^\s~])?)~~$/, (words) => `[s]${words}[/s]`],
  '`': [/(^|[^`])`([^`]+)`$/, (words) => `[code]${words}[/code]`],
  ')': [
    /(^|.)\[([^[\]]*)\]\((https?:\/\/[^\s()[\]]+)\)$/,
    (words, address) => (words === '' ? `[url]${address}[/url]` : `[url=${address}]${words}[/url]`),
  ],
}

function inlineEdit(text: string, caret: number): Edit | null {
  const [pattern, markup] = INLINE[text[caret - 1] ?? ''] ?? []
  if (!pattern || !markup) return null
  const from = text.lastIndexOf('\n', caret - 1) + 1
  const found = pattern.exec(text.slice(from, caret))
  if (!found || isInCode(text, caret)) return null
  const [, before = '', words = '', address = ''] = found
  const isPicture = before === '!'
  const start = from + found.index + (isPicture ? 0 : before.length)
  return edit(start, caret, isPicture ? `[img]${address}[/img]` : markup(words, address))
}

/**
 * Returns the edit that turns the Markdown just typed before the caret into markup: a line once it is ended, and words
 * once they are closed. In a list, it continues with the next item. Returns null if there is nothing to do.
 */
export function typedEdit(text: string, caret: number): Edit | null {
  if (text[caret - 1] !== '\n') return inlineEdit(text, caret)
  const from = text.lastIndexOf('\n', caret - 2) + 1
  return lineEdit({ text, from: caret === 1 ? 0 : from, line: text.slice(from, caret - 1), caret })
}
