import type { Connection } from 'mongoose'
import type { Migration } from './platform/mongo/migrations'

/** How documents of a collection said before what was left to do. */
interface Former {
  collection: string
  /** The field without which there is nothing to do; its index is no longer needed. */
  field: string
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

/** Collects in one list what several fields said about unfinished work. */
export const unfinishedWorkMigration = (connection: Connection): Migration => ({
  id: 47,
  name: 'collect unfinished work',
  async run() {
    const database = connection.getClient().db(connection.name)
    for (const { collection, field, work, replaces } of FORMER) {
      const documents = database.collection(collection)
      await documents.updateMany({ [field]: { $exists: true } }, [
        { $set: { unfinished: { $setUnion: [{ $ifNull: ['$unfinished', []] }, work] } } },
        ...(replaces.length === 0 ? [] : [{ $unset: replaces }]),
      ])
      const index = `${field}_1`
      if (await documents.indexExists(index)) await documents.dropIndex(index)
    }
  },
})
