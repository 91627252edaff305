import { isBlank } from '../text'
import { addressAt, isAsciiLetterOrDigit } from './addresses'
import { type Meter } from './meter'
import {
  isBlock,
  type LinkNode,
  type ListNode,
  type MarkupNode,
  type MentionNode,
  MAX_QUOTES_SHOWN,
  MAX_TAGS_NESTED,
  showsNothing,
  type StyleNode,
} from './nodes'
import { type Tag, type Token, tokenize } from './tokens'
import { videoOf } from './videos'

/**
 * Parses the source of a post into a tree at most MAX_TREE_DEPTH deep. Tags that are malformed, unclosed or close
 * nothing stay as typed. Never throws, and takes time linear in the length of `source`.
 */
export function parse(source: string): MarkupNode[] {
  return parseMetered(source, { steps: 0 })
}

/** As `parse`, but counts the steps, for tests. */
export function parseMetered(source: string, meter: Meter): MarkupNode[] {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  const tokens = tokenize(text, meter)
  return new Builder(meter).build(tokens, pair(tokens, meter))
}

const RANK: Record<Tag, number> = { quote: 2, list: 1, spoiler: 1, url: 0, b: 0, i: 0, u: 0, s: 0 }

/**
 * Returns the partner of each token: for an opening tag its closing tag and vice versa, for a list item its list, and
 * -1 for a token that stays as typed. A closing tag also closes the tags left open inside it. A style never extends
 * out of its quote, list or spoiler, and a list or spoiler never out of its quote.
 */
export function pair(tokens: readonly Token[], meter: Meter): number[] {
  const partners = tokens.map(() => -1)
  const openers: number[] = []
  /** Indexes into `openers`, lowest first, for each tag and for each rank. */
  const byTag: Record<Tag, number[]> = {
    quote: [],
    list: [],
    spoiler: [],
    url: [],
    b: [],
    i: [],
    u: [],
    s: [],
  }
  const byRank: [number[], number[], number[]] = [[], [], []]
  const top = (places: readonly number[] | undefined): number => places?.at(-1) ?? -1
  const tagAt = (place: number): Tag | null => {
    const token = tokens[openers[place] ?? -1]
    return token?.kind === 'open' ? token.tag : null
  }
  const closeDownTo = (place: number): void => {
    while (openers.length > place) {
      const tag = tagAt(openers.length - 1)
      openers.pop()
      meter.steps += 1
      if (tag === null) continue
      byTag[tag].pop()
      byRank[RANK[tag]]?.pop()
    }
  }
  for (const [index, token] of tokens.entries()) {
    meter.steps += 1
    if (token.kind === 'open') {
      byTag[token.tag].push(openers.length)
      byRank[RANK[token.tag]]?.push(openers.length)
      openers.push(index)
    } else if (token.kind === 'close') {
      const place = top(byTag[token.tag])
      const rank = RANK[token.tag]
      if (place < 0 || (rank < 2 && top(byRank[2]) > place) || (rank < 1 && top(byRank[1]) > place)) continue
      const opener = openers[place] ?? -1
      partners[opener] = index
      partners[index] = opener
      closeDownTo(place)
    } else if (token.kind === 'item') {
      const block = Math.max(top(byRank[1]), top(byRank[2]))
      if (tagAt(block) !== 'list') continue
      partners[index] = openers[block] ?? -1
      closeDownTo(block + 1)
    }
  }
  return partners
}

const STYLES: Partial<Record<Tag, StyleNode['type']>> = {
  b: 'bold',
  i: 'italic',
  u: 'underline',
  s: 'strike',
}

/** An open tag. A list has `items`; the last item is in `children` until it ends. */
interface Frame {
  tag: Tag | null
  value: string | null
  postId: number | null
  children: MarkupNode[]
  items: MarkupNode[][]
  /** Nested too deeply to become a node: its content is added to the enclosing node. */
  dissolved: boolean
}

const NOTHING_OPEN = { tag: null, value: null, postId: null, dissolved: false }

/** Builds the tree from paired tokens with an explicit stack: recursion could overflow the call stack. */
class Builder {
  private readonly root: Frame = { ...NOTHING_OPEN, children: [], items: [] }
  private readonly stack: Frame[] = [this.root]
  private pending = ''
  private quotes = 0
  private tags = 0
  private links = 0

  constructor(private readonly meter: Meter) {}

  build(tokens: readonly Token[], partners: readonly number[]): MarkupNode[] {
    for (const [index, token] of tokens.entries()) {
      const partner = partners[index] ?? -1
      if (token.kind === 'open' && partner >= 0) this.open(token)
      else if (token.kind === 'close' && partner >= 0) this.close()
      else if (token.kind === 'item' && (partners[partner] ?? -1) >= 0) this.item()
      else if (token.kind === 'leaf') this.add(token.node)
      else if (token.kind === 'address') this.address(token.url, token.shown)
      else this.pending += token.raw
    }
    this.flush()
    return tidy(this.root.children, true, false)
  }

  private get top(): Frame {
    return this.stack.at(-1) ?? this.root
  }

  private add(node: MarkupNode): void {
    this.flush()
    this.top.children.push(node)
  }

  private address(url: string, shown: string): void {
    if (this.links > 0) this.pending += shown
    else this.add({ type: 'link', url, bare: false, children: [{ type: 'text', text: shown }] })
  }

  private open({ tag, value, postId }: { tag: Tag; value: string | null; postId: number | null }): void {
    this.flush()
    let dissolved: boolean
    if (tag === 'quote') dissolved = (this.quotes += 1) > MAX_QUOTES_SHOWN + 1
    else dissolved = (this.tags += 1) > MAX_TAGS_NESTED
    if (tag === 'url') dissolved = (this.links += 1) > 1 || dissolved
    const around = this.top.children
    if (dissolved && RANK[tag] > 0) startLine(around)
    if (dissolved && tag === 'quote' && value !== null) around.push({ type: 'text', text: `${value}：` })
    this.stack.push({ tag, value, postId, children: dissolved ? around : [], items: [], dissolved })
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
    const around = this.top.children
    if (closed.dissolved) {
      if (tag !== null && RANK[tag] > 0) startLine(around)
      return
    }
    const node = this.nodeOf(closed)
    if (node !== null) around.push(node)
  }

  /** Returns the node of a closed tag; null if it would show nothing. */
  private nodeOf({ tag, value, postId, children, items }: Frame): MarkupNode | null {
    if (tag === 'quote') {
      const depth = this.quotes + 1
      const inside = tidy(children, true, true)
      return {
        type: 'quote',
        name: value,
        postId,
        depth,
        collapsed: depth > MAX_QUOTES_SHOWN,
        children: inside,
      }
    }
    if (tag === 'list') return listOf([...items, children], value === '1')
    const inside = tidy(children, false, tag === 'spoiler')
    if (tag === 'url' && value !== null) {
      const label = showsNothing(inside) ? [{ type: 'text' as const, text: value }] : inside
      return { type: 'link', url: value, bare: false, children: label }
    }
    if (inside.length === 0 || tag === null) return null
    if (tag === 'spoiler') return { type: 'spoiler', children: inside }
    const style = STYLES[tag]
    return style === undefined ? null : { type: style, children: inside }
  }

  /** Turns the text gathered since the last tag into text, line breaks, links and mentions. */
  private flush(): void {
    if (this.pending === '') return
    const text = this.pending
    this.pending = ''
    const into = this.top.children
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) into.push({ type: 'break' })
      if (this.links > 0) pushText(into, line)
      else this.line(line, into)
    }
  }

  private line(line: string, into: MarkupNode[]): void {
    this.meter.steps += line.length
    let done = 0
    for (const { start, end, node } of linksIn(line, this.meter)) {
      pushText(into, line.slice(done, start))
      into.push(node)
      done = end
    }
    pushText(into, line.slice(done))
  }
}

interface FoundLink {
  start: number
  end: number
  node: LinkNode | MentionNode
}

/** Finds the addresses and mentions of a line. */
function* linksIn(line: string, meter: Meter): Generator<FoundLink> {
  const starts = /https?:\/\/|www\.|@/gi
  for (let found = starts.exec(line); found !== null; found = starts.exec(line)) {
    const start = found.index
    if (found[0] === '@') {
      const username = usernameAt(line, start)
      if (username === null) continue
      starts.lastIndex = start + 1 + username.length
      yield { start, end: starts.lastIndex, node: { type: 'mention', username } }
    } else {
      const address = addressAt(line, start, meter)
      if (address === null) continue
      starts.lastIndex = address.end
      const shown = line.slice(start, address.end)
      const node = { type: 'link' as const, url: address.url, bare: true, children: [textOf(shown)] }
      yield { start, end: address.end, node }
    }
  }
}

const textOf = (text: string): MarkupNode => ({ type: 'text', text })

/** Finds the mentions of a text without tags, with their positions. */
export function* mentionsIn(text: string): Generator<{ start: number; end: number; username: string }> {
  const meter = { steps: 0 }
  let from = 0
  for (const line of text.split('\n')) {
    for (const { start, end, node } of linksIn(line, meter)) {
      if (node.type === 'mention') yield { start: from + start, end: from + end, username: node.username }
    }
    from += line.length + 1
  }
}

function pushText(into: MarkupNode[], text: string): void {
  if (text !== '') into.push({ type: 'text', text })
}

/** Starts a new line, unless the last node ends one. */
function startLine(into: MarkupNode[]): void {
  const last = into.at(-1)
  if (last !== undefined && last.type !== 'break' && !isBlock(last)) into.push({ type: 'break' })
}

const USERNAME = /[A-Za-z0-9]{3,20}(?![A-Za-z0-9_]|[.@][A-Za-z0-9])/y

/** Returns the name after the @ at `at` if it is a mention, and not part of a mail address, a path or a host. */
function usernameAt(text: string, at: number): string | null {
  const before = at > 0 ? text.charAt(at - 1) : ''
  if (before !== '' && ('@./_-+%'.includes(before) || isAsciiLetterOrDigit(before.charCodeAt(0)))) return null
  USERNAME.lastIndex = at + 1
  return USERNAME.exec(text)?.[0] ?? null
}

/** Builds a list from the content before, between and after its [*]; null if it is empty. */
function listOf([before = [], ...items]: MarkupNode[][], ordered: boolean): ListNode | null {
  const all = (showsNothing(before) ? items : [before, ...items]).map((item) => tidy(item, false, true))
  return all.length > 0 ? { type: 'list', ordered, items: all } : null
}

function isSeen(node: MarkupNode): boolean {
  return node.type !== 'break' && !(node.type === 'text' && isBlank(node.text))
}

/**
 * Joins neighbouring texts, and with `players` turns a video link that is alone on its line into a player. Removes one
 * line break on either side of a block, and with `inBlock` at both ends, because blocks begin and end lines themselves.
 */
function tidy(children: readonly MarkupNode[], players: boolean, inBlock: boolean): MarkupNode[] {
  const nodes: MarkupNode[] = []
  let line: MarkupNode[] = []
  const endLine = (): void => {
    const seen = line.filter(isSeen)
    const [only] = seen
    const video =
      players && seen.length === 1 && only?.type === 'link' && only.bare ? videoOf(only.url) : null
    if (video === null) nodes.push(...line)
    else nodes.push(video)
    line = []
  }
  for (const node of children) {
    const last = line.at(-1)
    if (node.type === 'break' || isBlock(node)) {
      endLine()
      nodes.push(node)
    } else if (node.type === 'text' && last?.type === 'text') {
      line[line.length - 1] = { type: 'text', text: last.text + node.text }
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
