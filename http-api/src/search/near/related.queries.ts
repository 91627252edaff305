import { ageMs, type Clock } from '@forum/shared/clock'
import type { ThreadInList } from '@forum/shared/contract'
import { LRUCache } from 'lru-cache'
import type { ThreadDoc, ThreadLogCollections } from '../../log'
import type { PostQueries } from '../../threads'
import type { ReadContext, Reader } from '../../platform/http/viewer'
import type { NearQueries } from './near.queries'

/** Threads whose related ones a process keeps. */
const KEPT_MAX = 5_000
/** They are found again after this time, since others may have been written. */
const KEPT_MS = 10 * 60_000
/** More than are shown: some may be hidden from a reader. */
const FOUND_MAX = 10

interface Kept {
  /** What they were found by. */
  title: string
  excerpt: string
  /** The titles that they had, by their ids, best first. */
  titles: ReadonlyMap<number, string>
  at: number
}

/** The threads that are about the same as a thread. They are kept, and found again when it or one of them changes. */
export class RelatedThreads {
  /** By thread, and by what its readers see. */
  private readonly kept = new LRUCache<string, Kept>({ max: KEPT_MAX })

  constructor(
    private readonly of: {
      db: Pick<ThreadLogCollections, 'threads'>
      near: NearQueries
      posts: Pick<PostQueries, 'readableThread'>
      clock: Clock
    },
  ) {}

  /**
   * Returns the threads that are about the same as a thread, best first.
   *
   * @param inTurn runs a search when it is its turn
   * @throws ForumError `NOT_FOUND`
   */
  async to(
    threadId: number,
    context: ReadContext,
    inTurn: <T>(search: () => Promise<T>) => Promise<T>,
  ): Promise<ThreadInList[]> {
    const { reader } = context
    const thread = await this.of.posts.readableThread(threadId, reader)
    const key = `${threadId} ${reader.as.boards.key}`
    const known = this.kept.get(key)
    const isCurrent =
      known?.title === thread.title &&
      known.excerpt === thread.excerpt &&
      ageMs(this.of.clock, known.at) < KEPT_MS
    let titles = isCurrent ? known.titles : null
    let found = titles && (await this.read(titles))
    if (!titles || !found || !areUnchanged(titles, found)) {
      const ids = await inTurn(() => this.find(thread, reader))
      const read = await this.of.db.threads.find({ _id: { $in: ids }, isDeleted: false }).toArray()
      const titleOf = new Map(read.map(({ _id, title }) => [_id, title]))
      titles = new Map(ids.flatMap((id) => (titleOf.has(id) ? [[id, titleOf.get(id) ?? '']] : [])))
      const at = this.of.clock.now().getTime()
      this.kept.set(key, { title: thread.title, excerpt: thread.excerpt, titles, at })
      found = read
    }
    return this.of.near.presentSimilar(found, [...titles.keys()], context)
  }

  private async find({ _id, title, excerpt }: ThreadDoc, reader: Reader): Promise<number[]> {
    const more = [{ text: excerpt, weight: 1 }]
    const ids = await this.of.near.similarIds(title, reader, { without: _id, more })
    return ids.slice(0, FOUND_MAX)
  }

  private read(titles: Kept['titles']): Promise<ThreadDoc[]> {
    return this.of.db.threads.find({ _id: { $in: [...titles.keys()] }, isDeleted: false }).toArray()
  }
}

const areUnchanged = (titles: Kept['titles'], found: readonly ThreadDoc[]): boolean =>
  found.length === titles.size && found.every(({ _id, title }) => titles.get(_id) === title)
