import { NAMING_KINDS } from '@forum/shared/contract'
import type { Collections } from './collections'
import type { Freshness } from './log'
import { dataFrom, type PersonalData } from './platform/personal-data'

/** Everything that is stored about a member: one entry for each feature that stores something. */
export const personalData = (db: Collections, freshness: Freshness): PersonalData[] => [
  dataFrom('profile', db.members, (userId) => [
    { $match: { _id: userId } },
    {
      $project: {
        passwordHash: 0,
        secondFactor: 0,
        secondFactorDraft: 0,
        sessionEpoch: 0,
        usernameLower: 0,
        oldNameLower: 0,
        emailLower: 0,
        nameParts: 0,
        nameKeys: 0,
        hasAlikeName: 0,
        isLeaving: 0,
        unlogged: 0,
        unloggedSince: 0,
        unlistedSince: 0,
        unlistedTexts: 0,
        revision: 0,
        epoch: 0,
        marks: 0,
      },
    },
  ]),
  dataFrom(
    'profile-changes',
    db.activities,
    (userId) => [
      { $match: { actorId: userId, kind: 'profile' } },
      { $project: { _id: 0, at: 1, excerpt: 1 } },
    ],
    (userId) =>
      db.activities.updateMany(
        { actorId: userId, kind: 'profile' },
        { $set: { excerpt: '' }, $unset: { 'detail.words': 1 } },
      ),
  ),
  dataFrom('sessions', db.sessions, (userId) => [
    { $match: { userId } },
    { $project: { _id: 0, userAgent: 1, createdAt: 1, lastSeenAt: 1 } },
  ]),
  dataFrom('posts', db.posts, (userId) => [
    { $match: { authorId: userId } },
    { $lookup: { from: 'threads', localField: 'threadId', foreignField: '_id', as: 'thread' } },
    {
      $project: {
        threadId: 1,
        title: { $first: '$thread.title' },
        number: 1,
        content: 1,
        createdAt: 1,
        editedAt: 1,
        isDeleted: 1,
        likeCount: 1,
      },
    },
  ]),
  // They stay counted under an id that no longer names anyone, as likes and posts do.
  dataFrom('poll-votes', db.pollVotes, (userId) => [
    { $match: { userId } },
    { $lookup: { from: 'threads', localField: 'threadId', foreignField: '_id', as: 'thread' } },
    { $set: { poll: { $first: '$thread.poll' } } },
    {
      $project: {
        _id: 0,
        threadId: 1,
        question: '$poll.question',
        options: {
          $map: { input: '$options', as: 'at', in: { $arrayElemAt: ['$poll.options.text', '$$at'] } },
        },
      },
    },
  ]),
  dataFrom(
    'reading',
    db.readStates,
    (userId) => [
      { $match: { _id: { $gte: `${userId}:`, $lt: `${userId};` } } },
      { $project: { _id: 0, threadId: 1, lastReadNumber: 1, isWatching: 1, isBookmarked: 1 } },
    ],
    (userId) => db.readStates.deleteMany({ _id: { $gte: `${userId}:`, $lt: `${userId};` } }),
  ),
  dataFrom('messages', db.mailboxEntries, (userId) => [
    { $match: { ownerId: userId, isDeleted: false } },
    { $lookup: { from: 'messages', localField: 'messageId', foreignField: '_id', as: 'message' } },
    { $replaceRoot: { newRoot: { $mergeObjects: ['$$ROOT', { $first: '$message' }] } } },
    {
      $project: {
        folder: 1,
        senderId: 1,
        recipientId: 1,
        subject: 1,
        content: 1,
        createdAt: 1,
        editedAt: 1,
        readAt: 1,
      },
    },
  ]),
  dataFrom(
    'notifications',
    db.notifications,
    (userId) => [
      { $match: { userId } },
      { $sort: { at: -1, _id: -1 } },
      {
        $project: {
          _id: 0,
          kind: 1,
          threadId: 1,
          // The member must not learn the moderator's name, which only the log contains.
          parts: { $cond: [{ $in: ['$kind', NAMING_KINDS] }, '$parts', '$$REMOVE'] },
          act: 1,
          reason: 1,
          isRead: 1,
          at: 1,
        },
      },
    ],
    (userId) => db.notifications.deleteMany({ userId }),
  ),
  dataFrom(
    'notification-settings',
    db.notificationSettings,
    (userId) => [{ $match: { _id: userId } }, { $project: { _id: 0, settings: 1 } }],
    (userId) => db.notificationSettings.deleteOne({ _id: userId }),
  ),
  dataFrom(
    'push-subscriptions',
    db.pushSubscriptions,
    (userId) => [{ $match: { userId } }, { $project: { _id: 0, endpoint: 1, createdAt: 1 } }],
    (userId) => db.pushSubscriptions.deleteMany({ userId }),
  ),
  dataFrom(
    'blocks',
    db.blocks,
    (userId) => [{ $match: { userId } }, { $project: { _id: 0, blockedId: 1, createdAt: 1 } }],
    (userId) => db.blocks.deleteMany({ userId }),
  ),
  dataFrom(
    'following',
    db.follows,
    (userId) => [{ $match: { userId } }, { $project: { _id: 0, followedId: 1, createdAt: 1 } }],
    (userId) => db.follows.deleteMany({ $or: [{ userId }, { followedId: userId }] }),
  ),
  // They outlive the account, as posts do: the moderators' work refers to them.
  dataFrom('reports', db.cases, (userId) => [
    { $match: { 'reports.reporterId': userId } },
    { $unwind: '$reports' },
    { $match: { 'reports.reporterId': userId } },
    {
      $project: {
        _id: 0,
        threadId: 1,
        postId: 1,
        messageId: '$message.id',
        reason: '$reports.reason',
        status: 1,
        createdAt: '$reports.createdAt',
      },
    },
  ]),
  dataFrom('attachments', db.attachments, (userId) => [
    { $match: { ownerId: userId } },
    { $project: { _id: 0, filename: 1, originalName: 1, fileSize: 1, mimeType: 1, createdAt: 1 } },
  ]),
  {
    name: 'moderated-boards',
    rows: (userId) => db.boards.find({ moderatorIds: userId }, { projection: { nameZh: 1 } }),
    erase: async (userId) => {
      await db.boards.updateMany(
        { moderatorIds: userId },
        { $pull: { moderatorIds: userId }, $inc: { revision: 1 } },
      )
      freshness.emit('boardTreeChanged')
    },
  },
]
