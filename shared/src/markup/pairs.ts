import { type Meter } from './meter'
import { type Tag } from '../text'
import { type Token } from './tokens'

/** A tag never extends out of one of a higher rank: 0 for styles, 1 for blocks, 2 for quotes. */
export const RANK: Record<Tag, number> = {
  ...{ quote: 2, list: 1, ol: 1, spoiler: 1, url: 0, b: 0, i: 0, u: 0, s: 0 },
  ...{ h2: 1, h3: 1, table: 1, tr: 1, th: 1, td: 1, figure: 1 },
}

/**
 * Returns the partner of each token: for an opening tag its closing tag and vice versa, for a list item its list, for
 * [/task] its task, and -1 for a token that stays as typed. A closing tag also closes the tags left open inside it. A
 * style never extends out of its quote or another block, and a block never out of its quote.
 */
export function pair(tokens: readonly Token[], meter: Meter): number[] {
  const partners = tokens.map(() => -1)
  const openers: number[] = []
  /** Tasks without a [/task]; those of a quote end with it. */
  const openTasks: number[] = []
  /** Indexes into `openers`, lowest first, for each tag and for each rank. */
  const byTag: Record<Tag, number[]> = {
    ...{ quote: [], list: [], ol: [], spoiler: [], url: [], b: [], i: [], u: [], s: [] },
    ...{ h2: [], h3: [], table: [], tr: [], th: [], td: [], figure: [] },
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
      if (token.tag === 'quote') while ((openTasks.at(-1) ?? -1) > opener) openTasks.pop()
    } else if (token.kind === 'leaf' && token.node.type === 'task') openTasks.push(index)
    else if (token.kind === 'taskEnd') partners[index] = openTasks.pop() ?? -1
    else if (token.kind === 'item') {
      const block = Math.max(top(byRank[1]), top(byRank[2]))
      if (tagAt(block) !== 'list' && tagAt(block) !== 'ol') continue
      partners[index] = openers[block] ?? -1
      closeDownTo(block + 1)
    }
  }
  return partners
}
