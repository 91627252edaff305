import { GroupedWork } from '../platform/work/grouped-work'
import type { ThreadEventConsumer, ThreadEventDoc, ThreadLogCollections } from '../log'
import type { Change, IndexStore } from './index-store'
import type { FeedEntry, SearchCollections } from './search.models'

/** The name under which events of the log wait for this consumer. */
const NAME = 'search'
/** Number of events of the log that a query reads at most; the sweeper feeds the others. */
const PENDING_MAX = 1_000

/** Returns what an event changes in the index. */
function changeOf({
  kind,
  threadId,
  seq,
  post,
}: Pick<ThreadEventDoc, 'kind' | 'threadId' | 'seq'> & {
  post?: { _id: number; seqBase?: number | undefined } | undefined
}): Change {
  return {
    threadId,
    seq,
    postId: kind === 'thread.erased' ? null : (post?._id ?? null),
    isTitle: kind === 'thread.renamed',
    ...(post?.seqBase ? { seqBase: post.seqBase } : {}),
  }
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
    'thread.erased',
    'thread.branched',
    'thread.split',
    'thread.merged',
    'thread.unmerged',
    'post.arrived',
    'post.created',
    'post.edited',
    'post.deleted',
    'post.restored',
    'post.erased',
    'post.scrubbed',
  ] as const
  // A query reads what is still pending, so the feed may lag behind.
  readonly isPaced = true
  private readonly appends: GroupedWork<Change, null>

  constructor(store: Pick<IndexStore, 'append'>) {
    this.appends = new GroupedWork(async (changes) => {
      await store.append(changes)
      return changes.map(() => null)
    })
  }

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    await this.appends.run(events.map(changeOf))
  }
}

/**
 * Reads the committed changes that no process has written to the feed yet, and the entries of the feed after a number, in
 * one command. The log is read first, since a change moves from it to the feed.
 */
export async function readChanges(
  { threadEvents, searchFeed }: Pick<ThreadLogCollections, 'threadEvents'> & SearchCollections,
  after: number,
  limit: number,
): Promise<{ pending: Change[]; entries: FeedEntry[] }> {
  const entries = [{ $match: { _id: { $gt: after } } }, { $sort: { _id: 1 } }, { $limit: limit }]
  const rows = await threadEvents
    .aggregate<{ event: ThreadEventDoc } | { entry: FeedEntry }>(
      [
        { $match: { pending: NAME, 'pending.0': { $exists: true } } },
        { $limit: PENDING_MAX },
        {
          $project: {
            _id: 0,
            event: {
              kind: '$kind',
              threadId: '$threadId',
              seq: '$seq',
              post: { _id: '$post._id', seqBase: '$post.seqBase' },
            },
          },
        },
        {
          $unionWith: {
            coll: searchFeed.collectionName,
            pipeline: [...entries, { $project: { entry: '$$ROOT' } }],
          },
        },
      ],
      { readConcern: { level: 'majority' }, batchSize: PENDING_MAX + limit },
    )
    .toArray()
  return {
    pending: rows.flatMap((row) => ('event' in row ? changeOf(row.event) : [])),
    entries: rows.flatMap((row) => ('entry' in row ? row.entry : [])),
  }
}
