import { ageMs, type Clock } from '@forum/shared/clock'
import type { ThreadInList } from '@forum/shared/contract'
import { LRUCache } from 'lru-cache'
import { ALL_NORMAL, type BoardLevels } from '../../boards'
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

/** The threads found for a thread. */
interface Found {
  /** The titles that they had, by their ids, best first. */
  titles: ReadonlyMap<number, string>
  threads: readonly ThreadDoc[]
}

interface Kept extends Pick<Found, 'titles'> {
  /** The texts by which they were found. */
  title: string
  excerpt: string
  at: number
}

type InTurn = <T>(search: () => Promise<T>) => Promise<T>

/** The threads that are about the same as a thread. They are kept, and found again when it or one of them changes. */
export class RelatedThreads {
  /** By thread, and by what its readers see. */
  private readonly kept = new LRUCache<string, Kept>({ max: KEPT_MAX })
  /** The searches that are under way, which readers who come meanwhile join. */
  private readonly searches = new Map<string, Promise<Found>>()

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'threads'>
      near: NearQueries
      posts: Pick<PostQueries, 'readableThread'>
      levels: Pick<BoardLevels, 'chosenBy'>
      clock: Clock
    },
  ) {}

  /**
   * Returns the threads that are about the same as a thread, best first.
   *
   * @param inTurn runs a search when it is its turn
   * @throws ForumError `NOT_FOUND`
   */
  async to(threadId: number, context: ReadContext, inTurn: InTurn): Promise<ThreadInList[]> {
    const { reader } = context
    const thread = await this.deps.posts.readableThread(threadId, reader)
    const { titles, threads } =
      (await this.current(thread, reader)) ?? (await this.search(thread, reader, inTurn))
    const { hidden } = reader.viewer ? await this.deps.levels.chosenBy(reader.viewer.actor.id) : ALL_NORMAL
    const shown = threads.filter(({ boardId }) => !hidden.has(boardId))
    return this.deps.near.presentSimilar(shown, [...titles.keys()], context)
  }

  /** Returns the threads that are kept; null if they have to be found again. */
  private async current({ _id, title, excerpt }: ThreadDoc, reader: Reader): Promise<Found | null> {
    const kept = this.kept.get(keyOf(_id, reader))
    if (kept?.title !== title || kept.excerpt !== excerpt) return null
    if (ageMs(this.deps.clock, kept.at) >= KEPT_MS) return null
    const { titles } = kept
    const threads = await this.read([...titles.keys()])
    return areUnchanged(titles, threads) ? { titles, threads } : null
  }

  private search(thread: ThreadDoc, reader: Reader, inTurn: InTurn): Promise<Found> {
    const key = `${keyOf(thread._id, reader)} ${thread.title} ${thread.excerpt}`
    const search =
      this.searches.get(key) ??
      inTurn(() => this.find(thread, reader)).finally(() => this.searches.delete(key))
    this.searches.set(key, search)
    return search
  }

  private async find({ _id, title, excerpt }: ThreadDoc, reader: Reader): Promise<Found> {
    const similar = await this.deps.near.similarIds(title, reader, {
      without: _id,
      more: [{ text: excerpt, weight: 1 }],
    })
    const ids = similar.slice(0, FOUND_MAX)
    const threads = await this.read(ids)
    const byId = new Map(threads.map((thread) => [thread._id, thread]))
    const titles = new Map(
      ids.flatMap((id) => byId.get(id) ?? []).map((thread) => [thread._id, thread.title]),
    )
    this.kept.set(keyOf(_id, reader), { title, excerpt, titles, at: this.deps.clock.now().getTime() })
    return { titles, threads }
  }

  private read(ids: number[]): Promise<ThreadDoc[]> {
    return this.deps.db.threads.find({ _id: { $in: ids }, isDeleted: false }).toArray()
  }
}

const areUnchanged = (titles: Kept['titles'], found: readonly ThreadDoc[]): boolean =>
  found.length === titles.size && found.every(({ _id, title }) => titles.get(_id) === title)

const keyOf = (threadId: number, { as }: Reader) => `${threadId} ${as.boards.key}`
