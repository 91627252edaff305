import type { ThreadEventConsumer, ThreadEventDoc, ThreadLogCollections } from '../thread-log'
import type { Change, IndexStore } from './index-store'

/** The name under which events of the log wait for this consumer. */
const NAME = 'search'
/** How long changes of several threads are gathered, to be written together. */
const GATHER_MS = 20
/** Number of events of the log that a query reads at most; the sweeper feeds the others. */
const PENDING_MAX = 1_000

/** Returns what an event changes in the index. */
function changeOf({
  kind,
  threadId,
  seq,
  post,
}: Pick<ThreadEventDoc, 'kind' | 'threadId' | 'seq'> & { post?: { _id: number } | undefined }): Change {
  return { threadId, seq, postId: post?._id ?? null, isTitle: kind === 'thread.renamed' }
}

/** Writes the changes of the log to the feed of the index. */
export class SearchConsumer implements ThreadEventConsumer {
  readonly name = NAME
  readonly kinds = [
    'thread.created',
    'thread.renamed',
    'thread.moved',
    'thread.deleted',
    'thread.restored',
    'post.created',
    'post.edited',
    'post.deleted',
    'post.restored',
  ] as const
  // A query reads what is still pending, so the feed may lag behind.
  readonly isPaced = true
  private gathering: { changes: Change[]; written: Promise<void> } | null = null

  constructor(
    private readonly store: Pick<IndexStore, 'append'>,
    /** Resolves after this many milliseconds. */
    private readonly rest: (ms: number) => Promise<void>,
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    this.gathering ??= this.gather()
    this.gathering.changes.push(...events.map(changeOf))
    await this.gathering.written
  }

  private gather() {
    const changes: Change[] = []
    return { changes, written: this.write(changes) }
  }

  private async write(changes: readonly Change[]): Promise<void> {
    await this.rest(GATHER_MS)
    this.gathering = null
    await this.store.append(changes)
  }
}

/** A change that is in the log but not in the feed yet. */
export interface PendingChange extends Change {
  eventId: string
}

/** Reads the committed changes that no process has written to the feed yet. */
export async function pendingChanges(
  db: Pick<ThreadLogCollections, 'threadEvents'>,
): Promise<PendingChange[]> {
  const events = await db.threadEvents
    .find(
      { pending: NAME, 'pending.0': { $exists: true } },
      {
        projection: { kind: 1, threadId: 1, seq: 1, 'post._id': 1 },
        limit: PENDING_MAX,
        readConcern: { level: 'majority' },
      },
    )
    .toArray()
  return events.map((event) => ({ ...changeOf(event), eventId: event._id }))
}
