import { TABLE_COLUMNS_MAX } from '../limits'
import { isBlank, type Tag } from '../text'
import { linksIn } from './links'
import { type Meter } from './meter'
import {
  type ImageNode,
  isBlock,
  type ListNode,
  type MarkupNode,
  MAX_QUOTES_SHOWN,
  MAX_TAGS_NESTED,
  showsNothing,
  type StyleNode,
  type TableCell,
  type TableNode,
} from './nodes'
import { pair, RANK } from './pairs'
import { codeStart, type Token, tokenize } from './tokens'
import { videoOf } from './videos'

/**
 * Parses the source of a post into a tree at most MAX_TREE_DEPTH deep. Tags that are malformed, unclosed or close
 * nothing stay as typed. Never throws, and takes time linear in the length of `source`.
 */
export function parse(source: string, places?: Places): MarkupNode[] {
  return parseMetered(source, { steps: 0 }, places)
}

/** A part of what a node shows, and where it is in the source with line breaks of one kind. All are code units. */
export interface Place {
  /** The offset in the text of the node. */
  at: number
  from: number
  length: number
}

/** Collects where nodes without children come from: text, code, breaks, mentions, and links and videos as a whole. */
export interface Places {
  get(node: MarkupNode): readonly Place[] | undefined
  set(node: MarkupNode, places: readonly Place[]): unknown
}

/** As `parse`, but counts the steps, for tests. */
export function parseMetered(source: string, meter: Meter, places?: Places): MarkupNode[] {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  const tokens = tokenize(text, meter)
  return new Builder(meter, places).build(tokens, pair(tokens, meter))
}

const STYLES: Partial<Record<Tag, StyleNode['type']>> = {
  b: 'bold',
  i: 'italic',
  u: 'underline',
  s: 'strike',
}

/** Blocks whose content is lines of text: blocks inside them lose their tags, except quotes, whose words are another's. */
const TEXT_ONLY: ReadonlySet<Tag> = new Set(['h2', 'h3', 'figure'])

/**
 * An open tag. A list has `items`; the last item is in `children` until it ends. A row has `cells`, and a table `rows`.
 */
interface Frame {
  tag: Tag | null
  value: string | null
  postId: number | null
  children: MarkupNode[]
  items: MarkupNode[][]
  cells: TableCell[]
  rows: TableCell[][]
  /** Nested too deeply to become a node: its content is added to the enclosing node. */
  dissolved: boolean
}

const NOTHING_OPEN = { tag: null, value: null, postId: null, dissolved: false }
const nothingInside = () => ({ items: [], cells: [], rows: [] })

/** Builds the tree from paired tokens with an explicit stack: recursion could overflow the call stack. */
class Builder {
  private readonly root: Frame = { ...NOTHING_OPEN, ...nothingInside(), children: [] }
  private readonly stack: Frame[] = [this.root]
  private pending = ''
  /** Where the parts of `pending` come from. */
  private pendingPlaces: Place[] = []
  /** The offset of the current token. */
  private offset = 0
  private quotes = 0
  private tags = 0
  private links = 0
  private tables = 0
  /** The number of open tags that contain only lines of text. */
  private textOnly = 0

  constructor(
    private readonly meter: Meter,
    private readonly places: Places | undefined,
  ) {}

  build(tokens: readonly Token[], partners: readonly number[]): MarkupNode[] {
    for (const [index, token] of tokens.entries()) {
      const partner = partners[index] ?? -1
      if (token.kind === 'open' && partner >= 0) this.open(token)
      else if (token.kind === 'close' && partner >= 0) this.close()
      else if (token.kind === 'item' && (partners[partner] ?? -1) >= 0) this.item()
      else if (token.kind === 'leaf') this.leaf(token)
      else if (token.kind === 'address') this.address(token)
      else if (token.kind !== 'taskEnd' || partner < 0) this.append(token.raw, this.offset)
      this.offset += token.raw.length
    }
    this.flush()
    return this.tidy(this.root.children, true, false)
  }

  private append(text: string, from: number): void {
    const last = this.pendingPlaces.at(-1)
    if (last && last.from + last.length === from) last.length += text.length
    else if (this.places) this.pendingPlaces.push({ at: this.pending.length, from, length: text.length })
    this.pending += text
  }

  private tidy(children: readonly MarkupNode[], players: boolean, inBlock: boolean): MarkupNode[] {
    return tidy(children, { players, inBlock, places: this.places })
  }

  private get top(): Frame {
    return this.stack.at(-1) ?? this.root
  }

  private add(node: MarkupNode, place: Place): void {
    this.flush()
    this.places?.set(node, [place])
    this.top.children.push(node)
  }

  private leaf(token: Token & { kind: 'leaf' }): void {
    const isLine = this.textOnly > 0
    if (isLine && token.node.type === 'rule') return
    const node = isLine && token.node.type === 'code' ? { ...token.node, block: false } : token.node
    this.add(node, placeOfLeaf(token, this.offset))
  }

  private address({ url, shown, raw }: Token & { kind: 'address' }): void {
    if (this.links > 0) this.append(shown, this.offset + raw.indexOf(shown))
    else {
      const place = { at: 0, from: this.offset, length: raw.length }
      this.add({ type: 'link', url, bare: false, children: [{ type: 'text', text: shown }] }, place)
    }
  }

  private open({ tag, value, postId }: { tag: Tag; value: string | null; postId: number | null }): void {
    this.flush()
    let dissolved: boolean
    if (tag === 'quote') dissolved = (this.quotes += 1) > MAX_QUOTES_SHOWN + 1
    else dissolved = (this.tags += 1) > MAX_TAGS_NESTED
    if (tag === 'url') dissolved = (this.links += 1) > 1 || dissolved
    dissolved ||= !this.fits(tag)
    if (tag === 'table') this.tables += 1
    if (TEXT_ONLY.has(tag)) this.textOnly += 1
    const siblings = this.top.children
    if (dissolved && RANK[tag] > 0) startLine(siblings)
    if (dissolved && tag === 'quote' && value !== null) siblings.push({ type: 'text', text: `${value}：` })
    const children = dissolved ? siblings : []
    this.stack.push({ tag, value, postId, children, ...nothingInside(), dissolved })
  }

  /**
   * Returns true if a tag is allowed here: no table in another, parts of a table directly in their place, no block in
   * a heading.
   */
  private fits(tag: Tag): boolean {
    if (this.textOnly > 0 && RANK[tag] === 1) return false
    const parent = this.top.dissolved ? null : this.top.tag
    if (tag === 'table') return this.tables === 0
    if (tag === 'tr') return parent === 'table'
    return tag === 'td' || tag === 'th' ? parent === 'tr' : true
  }

  private item(): void {
    this.flush()
    const list = this.top
    if (list.dissolved) startLine(list.children)
    else {
      list.items.push(list.children)
      list.children = []
    }
  }

  private close(): void {
    this.flush()
    const closed = this.top
    this.stack.pop()
    const { tag } = closed
    if (tag === 'quote') this.quotes -= 1
    else this.tags -= 1
    if (tag === 'url') this.links -= 1
    if (tag === 'table') this.tables -= 1
    if (tag !== null && TEXT_ONLY.has(tag)) this.textOnly -= 1
    const siblings = this.top.children
    if (closed.dissolved) {
      if (tag !== null && RANK[tag] > 0) startLine(siblings)
      return
    }
    if (tag === 'tr') this.endRow(closed)
    else if (tag === 'td' || tag === 'th') this.endCell(closed)
    else if (tag === 'figure') this.endFigure(closed)
    else {
      const node = this.nodeOf(closed)
      if (node !== null) siblings.push(node)
    }
  }

  /** Ends a cell. Loose content of the row before it becomes a cell of its own. */
  private endCell({ tag, children }: Frame): void {
    const row = this.top
    this.takeLoose(row)
    addCell(row.cells, { isHeader: tag === 'th', children: this.tidy(children, false, true) })
  }

  /** Ends a row. Loose content at the end of it becomes a cell, loose content of the table before it a row. */
  private endRow(row: Frame): void {
    this.takeLoose(row)
    const table = this.top
    this.takeLoose(table)
    if (row.cells.length > 0) table.rows.push(row.cells)
  }

  private takeLoose(frame: Frame): void {
    const { children } = frame
    frame.children = []
    if (showsNothing(children)) return
    const cell = { isHeader: false, children: this.tidy(children, false, true) }
    if (frame.tag === 'tr') addCell(frame.cells, cell)
    else frame.rows.push([cell])
  }

  /** Without a picture, a figure is only its caption. */
  private endFigure({ children }: Frame): void {
    const siblings = this.top.children
    const pictures = children.filter((node): node is ImageNode => node.type === 'image')
    const caption = trimmed(
      this.tidy(
        children.filter((node) => node.type !== 'image'),
        false,
        true,
      ),
    )
    if (pictures.length > 0) siblings.push({ type: 'figure', pictures, caption })
    else if (!showsNothing(caption)) {
      startLine(siblings)
      siblings.push(...caption, { type: 'break' })
    }
  }

  private tableOf(frame: Frame): TableNode | null {
    this.takeLoose(frame)
    return frame.rows.length > 0 ? { type: 'table', rows: frame.rows } : null
  }

  /** Returns the node of a closed tag; null if it would show nothing. */
  private nodeOf(frame: Frame): MarkupNode | null {
    const { tag, value, postId, children, items } = frame
    if (tag === 'quote') {
      const depth = this.quotes + 1
      const inside = this.tidy(children, true, true)
      return {
        type: 'quote',
        name: value,
        postId,
        depth,
        collapsed: depth > MAX_QUOTES_SHOWN,
        children: inside,
      }
    }
    if (tag === 'list' || tag === 'ol')
      return this.listOf([...items, children], tag === 'ol' || value === '1')
    if (tag === 'table') return this.tableOf(frame)
    if (tag === 'h2' || tag === 'h3') {
      const words = trimmed(this.tidy(children, false, true))
      return showsNothing(words) ? null : { type: 'heading', level: tag === 'h2' ? 2 : 3, children: words }
    }
    const inside = this.tidy(children, false, tag === 'spoiler')
    if (tag === 'url' && value !== null) {
      const label = showsNothing(inside) ? [{ type: 'text' as const, text: value }] : inside
      return { type: 'link', url: value, bare: false, children: label }
    }
    if (inside.length === 0 || tag === null) return null
    if (tag === 'spoiler') return { type: 'spoiler', children: inside }
    const style = STYLES[tag]
    return style === undefined ? null : { type: style, children: inside }
  }

  /** Builds a list from the content before, between and after its [*]; null if it is empty. */
  private listOf([before = [], ...items]: MarkupNode[][], ordered: boolean): ListNode | null {
    const all = (showsNothing(before) ? items : [before, ...items]).map((item) =>
      this.tidy(item, false, true),
    )
    return all.length > 0 ? { type: 'list', ordered, items: all } : null
  }

  /** Turns the text gathered since the last tag into text, line breaks, links and mentions. */
  private flush(): void {
    if (this.pending === '') return
    const text = this.pending
    const places = this.pendingPlaces
    this.pending = ''
    this.pendingPlaces = []
    const into = this.top.children
    let from = 0
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.push(into, { type: 'break' }, within(places, from - 1, from))
      this.line(line, into, (start, end) => within(places, from + start, from + end))
      from += line.length + 1
    }
  }

  private line(line: string, into: MarkupNode[], placesOf: (start: number, end: number) => Place[]): void {
    const pushText = (start: number, end: number) => {
      const text = line.slice(start, end)
      if (text !== '') this.push(into, { type: 'text', text }, placesOf(start, end))
    }
    let done = 0
    if (this.links === 0) {
      this.meter.steps += line.length
      for (const { start, end, node } of linksIn(line, this.meter)) {
        pushText(done, start)
        this.push(into, node, placesOf(start, end))
        done = end
      }
    }
    pushText(done, line.length)
  }

  private push(into: MarkupNode[], node: MarkupNode, places: readonly Place[]): void {
    this.places?.set(node, places)
    into.push(node)
  }
}

/** Adds a cell to a row, or its content to the last one if the row is full. */
function addCell(cells: TableCell[], cell: TableCell): void {
  const last = cells.at(-1)
  if (last === undefined || cells.length < TABLE_COLUMNS_MAX) cells.push(cell)
  else last.children.push({ type: 'text', text: ' ' }, ...cell.children)
}

/** Removes line breaks and blank texts at both ends. */
function trimmed(nodes: readonly MarkupNode[]): MarkupNode[] {
  const first = nodes.findIndex((node) => isSeen(node))
  return first < 0 ? [] : nodes.slice(first, nodes.findLastIndex((node) => isSeen(node)) + 1)
}

/** Returns the place of a leaf: of code the text without its tags. */
function placeOfLeaf({ raw, node }: Token & { kind: 'leaf' }, offset: number): Place {
  if (node.type !== 'code') return { at: 0, from: offset, length: raw.length }
  return { at: 0, from: offset + codeStart(raw), length: node.text.length }
}

/** Returns the places of a part of a text whose places are known. */
function within(places: readonly Place[], start: number, end: number): Place[] {
  return places.flatMap(({ at, from, length }) => {
    const first = Math.max(start, at)
    const last = Math.min(end, at + length)
    return first < last ? { at: first - start, from: from + first - at, length: last - first } : []
  })
}

/** Starts a new line, unless the last node ends one. */
function startLine(into: MarkupNode[]): void {
  const last = into.at(-1)
  if (last !== undefined && last.type !== 'break' && !isBlock(last)) into.push({ type: 'break' })
}

function isSeen(node: MarkupNode): boolean {
  return node.type !== 'break' && !(node.type === 'text' && isBlank(node.text))
}

/**
 * Joins neighbouring texts, and with `players` turns a video link that is alone on its line into a player. Removes one
 * line break on either side of a block, and with `inBlock` at both ends, because blocks begin and end lines themselves.
 */
function tidy(
  children: readonly MarkupNode[],
  { players, inBlock, places }: { players: boolean; inBlock: boolean; places: Places | undefined },
): MarkupNode[] {
  const nodes: MarkupNode[] = []
  let line: MarkupNode[] = []
  const endLine = (): void => {
    const seen = line.filter(isSeen)
    const [only] = seen
    const video =
      players && seen.length === 1 && only?.type === 'link' && only.bare ? videoOf(only.url) : null
    if (video === null || only === undefined) nodes.push(...line)
    else {
      places?.set(video, places.get(only) ?? [])
      nodes.push(video)
    }
    line = []
  }
  for (const node of children) {
    const last = line.at(-1)
    if (node.type === 'break' || isBlock(node)) {
      endLine()
      nodes.push(node)
    } else if (node.type === 'text' && last?.type === 'text') {
      const joined: MarkupNode = { type: 'text', text: last.text + node.text }
      const shift = ({ at, ...place }: Place) => ({ ...place, at: at + last.text.length })
      places?.set(joined, [...(places.get(last) ?? []), ...(places.get(node) ?? []).map(shift)])
      line[line.length - 1] = joined
    } else line.push(node)
  }
  endLine()
  const isEdge = (node: MarkupNode | undefined): boolean => (node === undefined ? inBlock : isBlock(node))
  const kept: MarkupNode[] = []
  let dropped = false
  for (const [index, node] of nodes.entries()) {
    const besides = node.type === 'break' && (isEdge(nodes[index - 1]) || isEdge(nodes[index + 1]))
    // Never drops two in a row, which keeps a blank line between two blocks.
    dropped = besides && !dropped
    if (!dropped) kept.push(node)
  }
  return kept
}
