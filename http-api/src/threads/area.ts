import type { AccountsArea } from '../accounts'
import type { BoardsArea } from '../boards'
import type { FilesArea } from '../files'
import type { GateArea } from '../gate'
import { pollVoteFields, postFields, writtenBy, type LogArea, type ThreadLogCollections } from '../log'
import type { MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import type { Viewer } from '../platform/http/viewer'
import { Provided } from '../platform/work/provided'
import type { RecordArea } from '../record'
import type { SiteArea } from '../site'
import type { WordsArea } from '../words'
import { BoardPageQueries } from './board-pages.queries'
import { boardPageRoutes } from './board-pages.routes'
import { createGatewayChecks } from './create-gateway-checks'
import { createMoves } from './create-moves'
import { createWrites } from './create-writes'
import { MemberThreads, type MarkedRead } from './member-threads.queries'
import { moveRoutes } from './moves/moves.routes'
import { PollQueries } from './polls/polls.queries'
import { pollRoutes } from './polls/polls.routes'
import { coauthorRoutes } from './posts/coauthors.routes'
import { MemberReplies } from './posts/member-replies.queries'
import { postBatchRoutes } from './posts/post-batches.routes'
import { PostQueries } from './posts/posts.queries'
import { postRoutes } from './posts/posts.routes'
import { bookmarkRoutes } from './reading/bookmarks.routes'
import { readStateFields, type ThreadReadState } from './reading/read-states.model'
import { ReadStates } from './reading/read-states.service'
import { watchRoutes } from './reading/watches.routes'
import { Watches } from './reading/watches.service'
import { ThreadQueries } from './threads.queries'
import { showThread, threadRoutes } from './threads.routes'
import { Views, VIEWS_INTERVAL_MS } from './views.service'

interface ThreadsNeeds {
  log: Pick<LogArea, 'freshness' | 'threadCache' | 'commands'>
  files: Pick<FilesArea, 'attachments'>
  members: Pick<MembersArea, 'queries' | 'blocks' | 'mentions' | 'aliases'>
  record: Pick<RecordArea, 'consumer'>
  words: WordsArea
  boards: Pick<BoardsArea, 'queries' | 'levels' | 'readers' | 'service' | 'categories'>
  accounts: Pick<AccountsArea, 'sessions'>
  site: Pick<SiteArea, 'settings'>
  gate: GateArea
}

/** Threads with their posts and polls, and how far each member has read them. */
export function createThreads(ground: Ground<ThreadsDb>, needs: ThreadsNeeds) {
  const { log, members, record, boards, site } = needs
  const { db, redis, clock, calendar, cache, onFailure } = ground
  const { freshness } = log
  // Notifications about posts that a member has read count as read.
  const onRead = new Provided<[userId: number, threadId: number, number: number], Promise<void>>('reading')
  const onMarkedRead = new Provided<[userId: number, marked: MarkedRead], Promise<void>>('marking as read')

  // Members have a history of what they opened.
  const onOpened = new Provided<[viewer: Viewer, threadId: number], void>('history')

  const readStates = new ReadStates(db, clock, freshness)
  const postQueries = new PostQueries(db, members.queries, log.threadCache, boards.queries)
  const replies = new MemberReplies({ db, members: members.queries, posts: postQueries, clock })
  const pollQueries = new PollQueries(db)
  const queries = new ThreadQueries(
    db,
    members.queries,
    postQueries,
    readStates,
    pollQueries,
    boards.queries,
    clock,
    cache,
    members.aliases,
    () => site.settings.newcomerRules().newcomers,
  )
  const memberThreads = new MemberThreads({
    db,
    readStates,
    boards: boards.queries,
    levels: boards.levels,
    blocks: members.blocks,
    clock,
    members: members.queries,
    cache,
    present: (found, context) => queries.presentList(found, context),
  })
  const watches = new Watches(readStates, postQueries)
  const boardPages = new BoardPageQueries(
    db,
    boards.queries,
    boards.levels,
    boards.categories,
    members.queries,
    queries,
    calendar,
    cache,
  )
  const views = new Views(db, clock, redis, onFailure('views'), freshness)
  const {
    posts,
    polls,
    threads: service,
    approved,
    coauthors,
    batches,
    schedules,
  } = createWrites(ground, needs, { posts: postQueries, polls: pollQueries })
  const gatewayChecks = createGatewayChecks(needs)
  const moves = createMoves(ground, needs, { queries: postQueries, posts, readStates })
  const show = showThread({ queries, posts: postQueries, boards: boards.queries })
  return {
    services: {
      service,
      batches,
      moves,
      queries,
      posts,
      approved,
      postQueries,
      boardPages,
      readStates,
      watches,
      show,
      typing: gatewayChecks.typing,
      memberThreads,
      onOpened,
      gatesOf: gatewayChecks.gatesOf,
      flushViews: () => views.flush(),
      onRead,
      onMarkedRead,
    },
    routes: {
      ...boardPageRoutes({
        pages: boardPages,
        boards: boards.service,
        categories: boards.categories,
        levels: boards.levels,
      }),
      ...threadRoutes({
        service,
        queries,
        memberThreads,
        posts: postQueries,
        boards: boards.queries,
        levels: boards.levels,
        readStates,
        views,
        acts: record.consumer,
        onRead: onRead.call,
        onOpened: onOpened.call,
        onMarkedRead: onMarkedRead.call,
      }),
      ...gatewayChecks.routes,
      ...pollRoutes(polls),
      ...postRoutes({ service: posts, queries: postQueries, replies, acts: record.consumer }),
      ...moveRoutes({ moves, show, acts: record.consumer }),
      ...coauthorRoutes(coauthors),
      ...postBatchRoutes({ batches, show, acts: record.consumer }),
      ...watchRoutes(watches, show),
      ...bookmarkRoutes({ posts: postQueries, readStates, showThread: show }),
    },
    consumers: [moves],
    sweeps: { schedules: () => schedules.sweep() },
    recurring: [{ what: 'views', everyMs: VIEWS_INTERVAL_MS, run: () => views.flush() }],
    personal: personalData(db),
    stop: () => views.flush(),
  }
}
export type ThreadsArea = ReturnType<typeof createThreads>['services']
type ThreadsDb = ThreadLogCollections &
  Pick<PlatformCollections, 'leases'> & { readStates: Collection<ThreadReadState> }

const personalData = ({ posts, pollVotes, readStates }: ThreadsDb) => [
  dataFrom('posts', posts, {
    fields: postFields,
    of: writtenBy,
    stages: (_, hiddenBoardIds) => withThread(hiddenBoardIds),
    computed: { title: { $first: '$thread.title' }, isAnonymous: { $lt: ['$authorId', 0] } },
  }),
  // Their texts are their author's.
  dataFrom('co-written-posts', posts, {
    fields: { _id: postFields._id, threadId: postFields.threadId, number: postFields.number },
    of: (userId) => ({ coauthorIds: userId }),
    stages: (_, hiddenBoardIds) => withThread(hiddenBoardIds),
    computed: { title: { $first: '$thread.title' } },
  }),
  // They stay counted under an id that no longer names anyone, as likes and posts do.
  dataFrom('poll-votes', pollVotes, {
    fields: pollVoteFields,
    of: (userId) => ({ userId }),
    stages: (_, hiddenBoardIds) => [
      ...withThread(hiddenBoardIds),
      { $set: { poll: { $first: '$thread.poll' } } },
    ],
    computed: {
      question: '$poll.question',
      options: {
        $map: { input: '$options', as: 'at', in: { $arrayElemAt: ['$poll.options.text', '$$at'] } },
      },
    },
  }),
  dataFrom('reading', readStates, {
    fields: readStateFields,
    of: readBy,
    erase: (userId) => readStates.deleteMany(readBy(userId)),
  }),
]

/** Adds the thread of a row, unless it is in one of these boards. */
const withThread = (hiddenBoardIds: readonly number[]): object[] => [
  { $lookup: { from: 'threads', localField: 'threadId', foreignField: '_id', as: 'thread' } },
  {
    $set: {
      thread: {
        $filter: {
          input: '$thread',
          as: 'one',
          cond: { $not: [{ $in: ['$$one.boardId', [...hiddenBoardIds]] }] },
        },
      },
    },
  },
]
const readBy = (userId: number) => ({ _id: { $gte: `${userId}:`, $lt: `${userId};` } })
