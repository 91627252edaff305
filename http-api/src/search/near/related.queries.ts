import { ageMs, type Clock } from '@forum/shared/clock'
import type { ThreadInList } from '@forum/shared/contract'
import { LRUCache } from 'lru-cache'
import type { ThreadDoc, ThreadLogCollections } from '../../log'
import type { PostQueries } from '../../threads'
import type { Reader } from '../hits'
import type { NearQueries } from './near.queries'

/** Threads whose related ones a process keeps. */
const KEPT_MAX = 5_000
/** They are found again after this time, since others may have been written. */
const KEPT_MS = 10 * 60_000
/** More than are shown: some may be hidden from a reader. */
const FOUND_MAX = 10

/** The threads found for a thread. */
interface Found {
  /** The titles that they had, by their ids, best first. */
  titles: ReadonlyMap<number, string>
  threads: readonly ThreadDoc[]
}

interface Kept extends Pick<Found, 'titles'> {
  /** What they were found by. */
  title: string
  excerpt: string
  at: number
}

type InTurn = <T>(search: () => Promise<T>) => Promise<T>

/** The threads that are about the same as a thread. They are kept, and found again when it or one of them changes. */
export class RelatedThreads {
  private readonly kept = new LRUCache<number, Kept>({ max: KEPT_MAX })
  /** The searches that are under way, which readers who come meanwhile join. */
  private readonly searches = new Map<string, Promise<Found>>()

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
  async to(threadId: number, reader: Reader, inTurn: InTurn): Promise<ThreadInList[]> {
    const thread = await this.of.posts.readableThread(threadId, reader.viewer)
    const { titles, threads } = (await this.current(thread)) ?? (await this.search(thread, inTurn))
    return this.of.near.presentSimilar(threads, [...titles.keys()], reader)
  }

  /** Returns the threads that are kept; null if they have to be found again. */
  private async current({ _id, title, excerpt }: ThreadDoc): Promise<Found | null> {
    const kept = this.kept.get(_id)
    if (kept?.title !== title || kept.excerpt !== excerpt) return null
    if (ageMs(this.of.clock, kept.at) >= KEPT_MS) return null
    const { titles } = kept
    const threads = await this.read([...titles.keys()])
    return areUnchanged(titles, threads) ? { titles, threads } : null
  }

  private search(thread: ThreadDoc, inTurn: InTurn): Promise<Found> {
    const key = `${thread._id} ${thread.title} ${thread.excerpt}`
    const search =
      this.searches.get(key) ?? inTurn(() => this.find(thread)).finally(() => this.searches.delete(key))
    this.searches.set(key, search)
    return search
  }

  private async find({ _id, title, excerpt }: ThreadDoc): Promise<Found> {
    const similar = await this.of.near.similarIds(title, {
      without: _id,
      more: [{ text: excerpt, weight: 1 }],
    })
    const ids = similar.slice(0, FOUND_MAX)
    const threads = await this.read(ids)
    const byId = new Map(threads.map((thread) => [thread._id, thread]))
    const titles = new Map(
      ids.flatMap((id) => byId.get(id) ?? []).map((thread) => [thread._id, thread.title]),
    )
    this.kept.set(_id, { title, excerpt, titles, at: this.of.clock.now().getTime() })
    return { titles, threads }
  }

  private read(ids: number[]): Promise<ThreadDoc[]> {
    return this.of.db.threads.find({ _id: { $in: ids }, isDeleted: false }).toArray()
  }
}

const areUnchanged = (titles: Kept['titles'], found: readonly ThreadDoc[]): boolean =>
  found.length === titles.size && found.every(({ _id, title }) => titles.get(_id) === title)
