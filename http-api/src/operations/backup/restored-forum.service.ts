import type { Collections } from '../../collections'
import { countMembers, type ThreadDoc } from '../../log'

/** Threads whose projection is compared with their log at once. */
const THREADS_AT_ONCE = 1_000

export interface RestoredForumDeps {
  db: Collections
  threadLog: {
    recover(threadIds: readonly number[]): Promise<void>
    sweep(options: { overdueMs: number }): Promise<void>
    drain(): Promise<void>
    scrub(keys: readonly (`board:${number}` | `member:${number}`)[]): Promise<unknown>
  }
  refreshLastThread: (boardId: number) => Promise<boolean>
  deriveMailboxes: () => Promise<void>
  refreshUnread: (memberIds: readonly number[]) => Promise<void>
  /** Erases what was erased for ever, also after the backup was made. */
  applyErasures: () => Promise<void>
  rebuildSearch: () => Promise<void>
}

/** Brings everything that is derived up to date in a database that was filled from a backup. */
export class RestoredForum {
  constructor(private readonly deps: RestoredForumDeps) {}

  /** @param say called with the name of each step before it begins */
  async finish(say: (step: string) => void): Promise<void> {
    const { db, threadLog } = this.deps
    say('projecting the logs of threads')
    await threadLog.recover(await this.behindTheirLog())
    say('applying erasures')
    await this.deps.applyErasures()
    // A counter is not scrubbed while an event is pending for it, and no process is at work on any.
    await threadLog.sweep({ overdueMs: 0 })
    await threadLog.drain()
    say('deriving mailboxes')
    await this.deps.deriveMailboxes()
    await this.deps.refreshUnread(await db.notifications.distinct('userId', { isRead: false }))
    say('counting')
    for await (const { _id } of db.boards.find({}, { projection: { _id: 1 }, maxTimeMS: 0 })) {
      await threadLog.scrub([`board:${_id}`])
      await this.deps.refreshLastThread(_id)
    }
    await countMembers(threadLog, db)
    say('building the search index')
    await this.deps.rebuildSearch()
  }

  /** Returns the threads that are not projected up to the end of their log. */
  private async behindTheirLog(): Promise<number[]> {
    const { threads, threadEvents } = this.deps.db
    const behind: number[] = []
    const compare = async (logs: { _id: number; seq: number }[]) => {
      const ids = logs.map(({ _id }) => _id)
      const found = await threads
        .find<Pick<ThreadDoc, '_id' | 'seq'>>({ _id: { $in: ids } }, { projection: { seq: 1 } })
        .toArray()
      const seqs = new Map(found.map(({ _id, seq }) => [_id, seq]))
      behind.push(...logs.flatMap(({ _id, seq }) => ((seqs.get(_id) ?? 0) < seq ? _id : [])))
    }
    let waiting: { _id: number; seq: number }[] = []
    const logs = threadEvents.aggregate<{ _id: number; seq: number }>(
      [{ $group: { _id: '$threadId', seq: { $max: '$seq' } } }],
      { allowDiskUse: true, maxTimeMS: 0 },
    )
    for await (const log of logs) {
      waiting.push(log)
      if (waiting.length < THREADS_AT_ONCE) continue
      await compare(waiting)
      waiting = []
    }
    await compare(waiting)
    return behind
  }
}
