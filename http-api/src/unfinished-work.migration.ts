import type { Connection } from 'mongoose'
import { notRecent, recentAt } from './platform/mongo/database-time'
import type { Migration } from './platform/mongo/migrations'

/** Work older than this by the database's time is no longer being done by the process that left it. */
const OVERDUE_MS = 5_000

/** The former storage of unfinished work in the documents of a collection. */
interface Former {
  collection: string
  /** The field of documents with such work; in all collections but that of purges it has an index. */
  field: string
  /** The field with the time of the work, if that is another one. */
  since?: string
  /** A condition that leaves out documents with the work in both forms. */
  unless?: object
  /** Returns the work, as an expression for a list. */
  work: object
  /** The fields that the work replaces. */
  replaces: string[]
}

/** The collections whose documents kept acts until the log of moderation contained them. */
const KEPT_ACTS = [
  'users',
  'boards',
  'announcements',
  'cases',
  'wordLists',
  'siteSettings',
  'invitations',
  'purges',
]

const FORMER: readonly Former[] = [
  {
    collection: 'purges',
    field: 'isActive',
    since: 'at',
    unless: { 'unfinished.kind': { $ne: 'purge' } },
    work: [{ id: 'purge', kind: 'purge', since: '$at' }],
    replaces: [],
  },
  {
    collection: 'users',
    field: 'erasingSince',
    work: [{ id: 'erasure', kind: 'erasure', since: '$erasingSince' }],
    replaces: ['erasingSince'],
  },
  {
    collection: 'users',
    field: 'unlistedSince',
    work: {
      $cond: [
        { $eq: [{ $type: '$unlistedTexts' }, 'string'] },
        [{ id: 'profile', kind: 'profile', since: '$unlistedSince', text: '$unlistedTexts' }],
        [{ id: 'registration', kind: 'registration', since: '$unlistedSince' }],
      ],
    },
    replaces: ['unlistedSince', 'unlistedTexts'],
  },
  {
    collection: 'cases',
    field: 'unlistedSince',
    work: {
      $map: {
        input: { $ifNull: ['$unlisted', []] },
        as: 'report',
        in: {
          id: { $concat: ['report:', { $toString: '$$report' }] },
          kind: 'report',
          since: '$unlistedSince',
          reportId: '$$report',
        },
      },
    },
    replaces: ['unlistedSince', 'unlisted'],
  },
  {
    collection: 'messages',
    field: 'pending.since',
    work: {
      $map: {
        input: '$pending.events',
        as: 'event',
        in: {
          id: '$$event.id',
          kind: 'message',
          since: '$$event.at',
          name: '$$event.name',
          userIds: '$$event.userIds',
        },
      },
    },
    replaces: ['pending'],
  },
  ...KEPT_ACTS.map((collection) => ({
    collection,
    field: 'unloggedSince',
    work: {
      $map: {
        input: { $ifNull: ['$unlogged', []] },
        as: 'act',
        in: { id: '$$act.key', kind: 'act', since: '$unloggedSince', act: '$$act' },
      },
    },
    replaces: ['unlogged', 'unloggedSince'],
  })),
  {
    collection: 'discipline',
    field: 'notifyingSince',
    work: [{ id: 'notice', kind: 'discipline_notice', since: '$notifyingSince' }],
    replaces: ['notifyingSince'],
  },
  {
    collection: 'cases',
    field: 'notifyingSince',
    work: [
      {
        id: { $concat: ['notice:', '$settled.key'] },
        kind: 'case_notice',
        since: '$notifyingSince',
        settlement: '$settled.key',
      },
    ],
    replaces: ['notifyingSince'],
  },
]

/**
 * Collects in one list what several fields said about unfinished work. It keeps the indexes of these fields, because a
 * process of the version before may still use them.
 */
export const unfinishedWorkMigration = (connection: Connection): Migration => ({
  id: 47,
  name: 'collect unfinished work',
  async run() {
    for (const former of FORMER) await collect(connection, former)
  },
})

/**
 * Collects the overdue work that a process of the version before has left since the migration, while both versions
 * served. It looks only where the indexes of the former fields are, so it ends when a later migration drops them.
 *
 * @param now the database's time
 */
export async function collectFormerWork(connection: Connection, now: Date): Promise<void> {
  for (const former of FORMER) {
    const { collection, field, since = field } = former
    const documents = connection.getClient().db(connection.name).collection(collection)
    if (since === field && !(await documents.indexExists(`${field}_1`))) continue
    await collect(connection, former, notRecent(since, recentAt(now, OVERDUE_MS)))
  }
}

async function collect(connection: Connection, former: Former, overdue: object = {}): Promise<void> {
  const { collection, field, unless = {}, work, replaces } = former
  const documents = connection.getClient().db(connection.name).collection(collection)
  await documents.updateMany({ [field]: { $exists: true }, ...unless, ...overdue }, [
    { $set: { unfinished: { $setUnion: [{ $ifNull: ['$unfinished', []] }, work] } } },
    ...(replaces.length === 0 ? [] : [{ $unset: replaces }]),
  ])
}
