import { Bitmap, NO_DOCS, type DocList } from '../doc-lists'
import type { Filter, IndexPart } from '../evaluate'
import { openPart, type FindDocs, type Lookup, type Reading } from '../group-docs'
import type { Group } from '../query'
import { isSliceOver, nextSlice } from '../slices'
import { IN_TITLE } from '../terms'
import type { ThreadTable } from '../thread-table'
import { EVIDENCE_MIN, type Concept } from './concepts'
import { countsOf } from './counts'

/** A thread or a reply, and how much of what was looked for it holds: from 0 to 1. */
export interface Near {
  /** Null for a thread. */
  postId: number | null
  threadId: number
  share: number
}

/** Weights of the places of a word. The title says what a thread is about; replies use other members' words for it. */
const TITLE = 1
const OPENING = 0.55
const REPLY = 0.35

/** Concepts of a query that are looked up, and of those that are taken from other texts: those that weigh most. */
const OWN_MAX = 24
const BORROWED_MAX = 16
/** The texts of a concept that more have are not looked at, except for the rarest concepts. */
const COMMON_DOCS = 1_000
const RAREST = 3
/** Documents of a concept in a part that are looked at, the newest, and those of all. */
const DOCS_OF_CONCEPT = 1_000
const DOCS_MAX = 12_000
/** With more posts, single characters are looked for in titles only. */
const LARGE_FORUM = 30_000

export interface NearnessOptions extends Omit<Reading, 'pause'> {
  begunAt: number
  /** When to stop, by `performance.now()`: what was found until then is returned. */
  deadline: number
  filter: Filter
  threads: Pick<ThreadTable, 'boardOf' | 'repliesOf'>
  parts: readonly IndexPart[]
  wanted: { threads: boolean; posts: boolean }
}

type Place = Lookup['place']
const PLACES: readonly Place[] = ['', IN_TITLE]

/** Returns the terms that a text with a group has. */
const termsOf = ({ word, pairs }: Group): string[] => (word === null ? pairs.map(({ term }) => term) : [word])

interface Looked {
  concept: Concept
  weight: number
  /** The documents of each part, in titles and in texts, by way. */
  docs: { part: IndexPart; credit: number; titles: DocList; texts: DocList }[]
}

/** Ranks the threads and replies of an index by how much they hold of what is looked for. */
export class Nearness {
  private readonly threadShares = new Map<number, number>()
  private readonly postShares = new Map<number, number>()
  private readonly threadOfPost = new Map<number, number>()
  /** The evidence found in threads and replies. */
  private readonly evidence = { threads: new Map<number, number>(), posts: new Map<number, number>() }
  private readonly parts: readonly IndexPart[]
  private readonly size: number
  private readonly boards: Bitmap | null
  /** The keys of what was added, which is not borrowed again. */
  private readonly addedKeys = new Set<string>()
  /** Groups that make a text near: the words and pairs of the query with their synonyms, and the borrowed ones. */
  readonly groups: { fromQuery: Group[]; borrowed: Group[] } = { fromQuery: [], borrowed: [] }
  private total = 0
  private docsLeft = DOCS_MAX

  constructor(private readonly options: NearnessOptions) {
    const { from } = options.filter
    this.parts = options.parts.filter(
      ({ newest, count }) => count > 0 && (from === undefined || newest >= from),
    )
    this.size = this.parts.reduce((sum, { count }) => sum + count, 1)
    const { boards } = options.filter
    this.boards = boards ? Bitmap.of(0).with([...boards]) : null
  }

  /** In a large forum the list of a character in texts is long, and says little. */
  private placesOf({ evidence }: Concept): readonly Place[] {
    return evidence < EVIDENCE_MIN && this.size > LARGE_FORUM ? [IN_TITLE] : PLACES
  }

  private get isLate(): boolean {
    return performance.now() > this.options.deadline
  }

  /** Adds what a query means. */
  async add(concepts: readonly Concept[]): Promise<void> {
    for (const { ways, evidence } of concepts) {
      for (const { group } of ways) {
        this.addedKeys.add(group.key)
        if (evidence >= EVIDENCE_MIN) this.groups.fromQuery.push(group)
      }
    }
    const looked = await this.lookUp(concepts, OWN_MAX)
    this.total += looked.reduce((sum, { weight }) => sum + weight, 0)
    await this.weigh(looked)
  }

  /** Adds what other texts mean, of which what weighs most is used; together it weighs a share of what was added. */
  async borrow(concepts: readonly Concept[], share: number): Promise<void> {
    const others = concepts.filter(({ ways }) => ways.every(({ group }) => !this.addedKeys.has(group.key)))
    const looked = await this.lookUp(others, BORROWED_MAX)
    this.groups.borrowed.push(...looked.flatMap(({ concept }) => concept.ways.map(({ group }) => group)))
    const sum = looked.reduce((all, { weight }) => all + weight, 0)
    if (sum === 0) return
    const scale = (share * this.total) / sum
    for (const each of looked) each.weight *= scale
    this.total += share * this.total
    await this.weigh(looked)
  }

  /**
   * Finds the documents of the concepts that weigh most. Concepts that no text has are left out. Of those that many
   * texts have only titles are searched, unless there are no rarer ones.
   */
  private async lookUp(concepts: readonly Concept[], max: number): Promise<Looked[]> {
    const { begunAt, read } = this.options
    const pause = async () => {
      if (isSliceOver(begunAt)) await nextSlice(begunAt)
    }
    const placed = concepts.flatMap((concept) =>
      concept.ways.flatMap(({ group }) =>
        termsOf(group).flatMap((term) => this.placesOf(concept).map((place) => place + term)),
      ),
    )
    const counts = await countsOf(this.parts, [...new Set(placed)], read)
    const countOf = (group: Group, place: Place): number =>
      termsOf(group).reduce((least, term) => Math.min(least, counts.get(place + term) ?? 0), Infinity)
    const sumOf = (ways: Concept['ways'], place: Place) =>
      ways.reduce((sum, { group }) => sum + countOf(group, place), 0)
    const chosen = concepts
      .map((concept) => {
        const inTexts = sumOf(concept.ways, '')
        const count = sumOf(concept.ways, IN_TITLE) + inTexts
        return { concept, inTexts, weight: concept.weight * Math.log(1 + this.size / (1 + count)), count }
      })
      .filter(({ concept, count }) => count > 0 || concept.ways.some(({ group }) => group.isPrefix))
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, max)
    const lookups = chosen.flatMap(({ concept, inTexts }, rank) => {
      const places = inTexts <= COMMON_DOCS || rank < RAREST ? this.placesOf(concept) : [IN_TITLE as Place]
      return concept.ways.flatMap(({ group }) =>
        places.flatMap((place): Lookup[] =>
          group.isPrefix || countOf(group, place) > 0 ? [{ group, place }] : [],
        ),
      )
    })
    const keyOf = (group: Group, place: Place) => place + group.key
    const wanted = new Set(lookups.map(({ group, place }) => keyOf(group, place)))
    const finds = await Promise.all(
      this.parts.map(async (part): Promise<[IndexPart, FindDocs]> => [
        part,
        await openPart(part.terms, lookups, { ...this.options, pause }),
      ]),
    )
    const looked: Looked[] = []
    for (const { concept, weight } of chosen) {
      if (this.isLate) break
      const docs = concept.ways.flatMap(({ group, credit }) =>
        finds.map(([part, find]) => {
          const docsIn = (place: Place) => (wanted.has(keyOf(group, place)) ? find(group, place) : NO_DOCS)
          return { part, credit, titles: docsIn(IN_TITLE), texts: docsIn('') }
        }),
      )
      looked.push({ concept, weight, docs })
      await pause()
    }
    return looked
  }

  private async weigh(looked: readonly Looked[]): Promise<void> {
    for (const each of looked) {
      if (this.isLate || this.docsLeft <= 0) return
      await this.weighOne(each)
    }
  }

  private async weighOne({ concept: { evidence }, weight, docs }: Looked): Promise<void> {
    const { begunAt } = this.options
    const ofThreads = new Map<number, number>()
    const ofPosts = new Map<number, number>()
    const { wanted } = this.options
    for (const { part, credit, titles, texts } of docs) {
      const { columns } = part
      for (const [list, isTitle] of [
        [titles, true],
        [texts, false],
      ] as const) {
        const oldest = Math.max(0, list.length - DOCS_OF_CONCEPT)
        for (let i = list.length - 1; i >= oldest; i -= 1) {
          const doc = list[i] ?? 0
          if (!this.isWanted(part, doc)) continue
          const thread = columns.thread[doc] ?? 0
          const isOpening = columns.opening.has(doc)
          if (wanted.threads && (isOpening || !this.isNarrow)) {
            const held = credit * (isTitle ? TITLE : isOpening ? OPENING : REPLY)
            if (held > (ofThreads.get(thread) ?? 0)) ofThreads.set(thread, held)
          }
          if (wanted.posts && !isOpening) {
            const post = columns.post[doc] ?? 0
            if (credit > (ofPosts.get(post) ?? 0)) {
              ofPosts.set(post, credit)
              this.threadOfPost.set(post, thread)
            }
          }
        }
        this.docsLeft -= list.length - oldest
        if (isSliceOver(begunAt)) await nextSlice(begunAt)
      }
    }
    for (const [shares, held, evidences] of [
      [this.threadShares, ofThreads, this.evidence.threads],
      [this.postShares, ofPosts, this.evidence.posts],
    ] as const) {
      for (const [id, credit] of held) {
        shares.set(id, (shares.get(id) ?? 0) + weight * credit)
        evidences.set(id, (evidences.get(id) ?? 0) + evidence)
      }
    }
  }

  /** True if the search is limited to one member or period, so that replies say nothing about their threads. */
  private get isNarrow(): boolean {
    const { author, from, to } = this.options.filter
    return author !== undefined || from !== undefined || to !== undefined
  }

  private isWanted({ columns, count, dead }: IndexPart, doc: number): boolean {
    const { author, from = -Infinity, to = Infinity } = this.options.filter
    if (doc >= count || dead.has(doc)) return false
    if (author !== undefined && columns.author[doc] !== author) return false
    const time = columns.time[doc] ?? 0
    if (time < from || time >= to) return false
    const board = this.options.threads.boardOf(columns.thread[doc] ?? 0)
    return board !== 0 && (this.boards === null || this.boards.has(board))
  }

  /** Returns the nearest threads, without the posts that they begin with, and the nearest replies. */
  best(kind: 'threads' | 'posts', count: number): Near[] {
    const shares = kind === 'threads' ? this.threadShares : this.postShares
    const evidences = this.evidence[kind]
    const found: Near[] = []
    for (const [id, sum] of shares) {
      const share = sum / (this.total || 1)
      if ((evidences.get(id) ?? 0) < EVIDENCE_MIN) continue
      if (found.length >= count && share <= (found.at(-1)?.share ?? 0)) continue
      const threadId = kind === 'threads' ? id : (this.threadOfPost.get(id) ?? 0)
      const near = { postId: kind === 'threads' ? null : id, threadId, share }
      const at = found.findIndex((other) => other.share < share)
      found.splice(at < 0 ? found.length : at, 0, near)
      found.length = Math.min(found.length, count)
    }
    return found
  }
}
