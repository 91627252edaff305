import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Language } from '@forum/shared/errors'
import { HISTORY_DAYS } from '@forum/shared/limits'
import { MEMBER_THREADS_MAX, VIEW_WINDOW_MS } from '../platform/limits'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import type { InBackground } from '../platform/work/background-work'
import type { ThreadsArea } from '../threads'
import type { Visit } from './visits.model'

/** Visits that a process remembers, so that the next page of a thread writes nothing. */
const REMEMBERED_MAX = 50_000
/** A repeated visit within this time keeps its place in the history. */
const AGAIN_MS = VIEW_WINDOW_MS / 12

/** The threads that members opened, for themselves alone, unless they switch it off. */
export class History {
  private readonly opened = new LRUCache<string, number>({ max: REMEMBERED_MAX })
  /** Visits that are being written, by member: the member's own list waits for them. */
  private readonly writing = new Map<number, Promise<unknown>>()

  constructor(
    private readonly deps: {
      db: { visits: Collection<Visit> }
      threads: Pick<ThreadsArea['memberThreads'], 'listed'>
      clock: Clock
      inBackground: InBackground
    },
  ) {}

  /** Remembers a visit without waiting for anything. */
  record(userId: number, threadId: number): void {
    const { db, clock, inBackground } = this.deps
    const at = clock.now()
    const _id = `${userId}:${threadId}`
    if ((this.opened.get(_id) ?? -Infinity) > at.getTime() - AGAIN_MS) return
    this.opened.set(_id, at.getTime())
    const before = this.writing.get(userId)
    const write = Promise.resolve(before)
      .catch(() => undefined)
      .then(() =>
        db.visits.updateOne(
          { _id },
          { $max: { at }, $setOnInsert: { userId: userId, threadId } },
          { upsert: true },
        ),
      )
      .finally(() => {
        if (this.writing.get(userId) === write) this.writing.delete(userId)
      })
    this.writing.set(userId, write)
    inBackground(write)
  }

  /** Returns the threads that a member opened, most recently opened first, at most `MEMBER_THREADS_MAX`. */
  async list(query: { page: number; limit: number }, reader: { viewer: Viewer; language: Language }) {
    const { db, threads } = this.deps
    const userId = reader.viewer.actor.id
    await this.written(userId)
    const visits = await db.visits
      .find({ userId }, { sort: { at: -1, _id: -1 }, limit: MEMBER_THREADS_MAX })
      .toArray()
    const atOf = new Map(visits.map(({ threadId, at }) => [threadId, at.toISOString()]))
    const found = await threads.listed([...atOf.keys()], query, reader)
    return {
      ...found,
      threads: found.threads.flatMap((thread) => {
        const visitedAt = atOf.get(thread.id)
        return visitedAt === undefined ? [] : [{ ...thread, visitedAt }]
      }),
    }
  }

  /** Forgets what a member opened. */
  async clear(userId: number): Promise<void> {
    await this.written(userId)
    await this.deps.db.visits.deleteMany({ userId })
    for (const key of this.opened.keys()) if (key.startsWith(`${userId}:`)) this.opened.delete(key)
  }

  async prune(): Promise<void> {
    const before = new Date(this.deps.clock.now().getTime() - HISTORY_DAYS * DAY_MS)
    await this.deps.db.visits.deleteMany({ at: { $lt: before } })
  }

  /** Resolves once the visits that this process knows of are written, or given up. */
  private async written(userId: number): Promise<void> {
    await this.writing.get(userId)?.catch(() => undefined)
  }
}
