import { countCharacters, cutWithEllipsis } from '../text'
import { type CodeNode, isBlock, type MarkupNode, partsOf } from './nodes'
import { excerpt, placeholderOf } from './plain'
import { codeStart, type Token, tokenize } from './tokens'
import { pair } from './pairs'
import { parse } from './tree'

/** Where a part of a source begins and ends, in code units and with line breaks of one kind. */
export interface Range {
  from: number
  to: number
}

/**
 * Returns a part of a source as a source of its own, with at most `max` characters of text and an ellipsis: what is in
 * code, a spoiler, a quote, a list or a style stays in it, and no tag loses its partner.
 */
export function sliceSource(source: string, range: Range, max = Infinity): string {
  const slicer = new Slicer(source.replace(/\r\n?/g, '\n'), range, max)
  return slicer.slice().trim()
}

class Slicer {
  private readonly tokens: Token[]
  private readonly partners: number[]
  /** The offset of each token, and the end of the last. */
  private readonly starts: number[] = [0]
  private readonly kept = new Set<number>()
  private out = ''
  private left: number

  constructor(
    source: string,
    private readonly range: Range,
    max: number,
  ) {
    const meter = { steps: 0 }
    this.tokens = tokenize(source, meter)
    this.partners = pair(this.tokens, meter)
    for (const { raw } of this.tokens) this.starts.push((this.starts.at(-1) ?? 0) + raw.length)
    this.left = max
  }

  slice(): string {
    const itemEnds = this.itemEnds()
    for (const [at, token] of this.tokens.entries()) {
      const partner = this.partners[at] ?? -1
      if (token.kind === 'open' && partner >= 0) this.keepIf(at, this.hasPart(at, partner), partner)
      else if (token.kind === 'close' && partner >= 0) {
        if (this.kept.has(at)) this.out += token.raw
      } else if (token.kind === 'item' && (this.partners[partner] ?? -1) >= 0) {
        const isListKept = this.kept.has(this.partners[partner] ?? -1)
        this.keepIf(at, isListKept && this.hasPart(at, itemEnds.get(at) ?? at))
      } else if (token.kind === 'leaf' && token.node.type === 'code') this.code(at, token.raw, token.node)
      else if (token.kind === 'leaf' || token.kind === 'address') {
        const { from, to } = this.range
        if (this.startOf(at) < to && this.endOf(at) > from && this.left > 0) {
          this.out += token.raw
          this.left -= 1
        }
      } else if (token.kind !== 'taskEnd' || partner < 0)
        this.out += this.cut(this.partOf(token.raw, this.startOf(at)))
    }
    return this.out
  }

  private startOf(at: number): number {
    return this.starts[at] ?? 0
  }

  private endOf(at: number): number {
    return this.starts[at + 1] ?? 0
  }

  private keepIf(at: number, isKept: boolean, partner = at): void {
    if (!isKept || this.left <= 0) return
    this.out += this.tokens[at]?.raw ?? ''
    this.kept.add(partner)
  }

  /**
   * Returns true if the range covers some of the text between two tokens, or both tokens with everything between
   * them.
   */
  private hasPart(opener: number, end: number): boolean {
    const { from, to } = this.range
    const first = Math.max(from, this.endOf(opener))
    const isWhole = from <= this.startOf(opener) && this.endOf(end) <= to
    return isWhole || first < Math.min(to, this.startOf(end))
  }

  /** Returns the token at which each item of a list ends. */
  private itemEnds(): ReadonlyMap<number, number> {
    const ends = new Map<number, number>()
    const nextOf = new Map<number, number>()
    for (let at = this.tokens.length - 1; at >= 0; at -= 1) {
      const list = this.partners[at] ?? -1
      if (this.tokens[at]?.kind !== 'item' || list < 0) continue
      ends.set(at, nextOf.get(list) ?? this.partners[list] ?? at)
      nextOf.set(list, at)
    }
    return ends
  }

  private partOf(text: string, start: number): string {
    const { from, to } = this.range
    return text.slice(Math.max(0, from - start), Math.max(0, to - start))
  }

  /** Returns as much of a text as there are characters left, which it takes off. */
  private cut(text: string): string {
    if (this.left === Infinity || text === '') return this.left > 0 ? text : ''
    const cut = this.left > 0 ? cutWithEllipsis(text, this.left) : ''
    this.left -= countCharacters(text)
    return cut
  }

  private code(at: number, raw: string, node: CodeNode): void {
    const { text } = node
    const inside = this.startOf(at) + codeStart(raw)
    const part = this.partOf(text, inside)
    const isWhole = this.range.from <= this.startOf(at) && this.endOf(at) <= this.range.to
    if (part === '' && !isWhole) return
    const shown = this.cut(part)
    if (shown === text) this.out += raw
    else if (shown !== '') this.out += codeSource({ ...node, text: shown }, this.out)
  }
}

/** Returns the source of code, to be added to a source. */
export function codeSource(
  { text, language }: Pick<CodeNode, 'text' | 'language'>,
  before: string,
  isBlock = text.includes('\n'),
): string {
  const opener = language === undefined ? '[code]' : `[code=${language}]`
  if (!/\[\/code\]/i.test(text)) return isBlock ? `${opener}\n${text}\n[/code]` : `${opener}${text}[/code]`
  const lineStart = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${lineStart}\`\`\`${language ?? ''}\n${text}\n\`\`\`\n`
}

/** Matches possible tags and fences of code, for a text that must not contain any. */
const TAG =
  /\[(?=\/?(?:quote|code|url|img|gif|list|ol|spoiler|h[23]|table|t[rhd]|hr|task|figure|[bius])[\]=]|\*\])/gi
const FENCE = /`(?=``)/g

const disarmed = (text: string): string => text.replace(TAG, '［').replace(FENCE, '｀')

/**
 * Returns the author's own words at the beginning of a source for a quote of them, at most `max` characters and an
 * ellipsis. It shows what `excerpt` returns, with code as code: what is no tag in the source is none in the quote.
 */
export function quotedWords(source: string, max: number): string {
  let out = ''
  let left = max
  for (const piece of collapsed(piecesOf(parse(source)))) {
    const text = typeof piece === 'string' ? piece : piece.text
    if (text === '') continue
    if (left <= 0) return `${out.trim()}…`
    const shown = cutWithEllipsis(text, left)
    out += typeof piece === 'string' ? disarmed(shown) : codeSource({ ...piece, text: shown }, out)
    left -= countCharacters(text)
    if (left < 0) break
  }
  return out === '' ? excerpt(source, max) : out.trim()
}

/** Turns white space outside code into single spaces, and removes it at both ends. */
function collapsed(pieces: readonly (string | CodeNode)[]): (string | CodeNode)[] {
  return pieces.map((piece, index) => {
    if (typeof piece !== 'string') return piece
    const text = piece.replace(/\s+/g, ' ')
    const started = index === 0 ? text.trimStart() : text
    return index === pieces.length - 1 ? started.trimEnd() : started
  })
}

/** Returns the text of nodes, without quotes and with neighbouring texts as one; code is apart. */
function piecesOf(nodes: readonly MarkupNode[]): (string | CodeNode)[] {
  const pieces: (string | CodeNode)[] = []
  const add = (text: string) => {
    const last = pieces.at(-1)
    if (typeof last === 'string') pieces[pieces.length - 1] = last + text
    else pieces.push(text)
  }
  const read = (all: readonly MarkupNode[]) => {
    for (const node of all) {
      if (isBlock(node)) add('\n')
      if (node.type === 'code') pieces.push(node)
      else if (node.type === 'list') {
        for (const item of node.items) {
          add('\n')
          read(item)
        }
      } else if (node.type === 'table') {
        for (const cells of node.rows) {
          add('\n')
          for (const { children } of cells) {
            add(' ')
            read(children)
          }
        }
      } else if (node.type === 'text') add(node.text)
      else if (node.type === 'break') add('\n')
      else if (node.type === 'mention') add(`@${node.username}`)
      else if (node.type !== 'quote') {
        const placeholder = placeholderOf(node)
        if (placeholder !== null) add(placeholder)
        else partsOf(node).forEach(read)
      }
      if (isBlock(node)) add('\n')
    }
  }
  read(nodes)
  return pieces
}
