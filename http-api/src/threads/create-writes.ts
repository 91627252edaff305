import type { BoardsArea } from '../boards'
import type { FilesArea } from '../files'
import type { GateArea } from '../gate'
import type { LogArea, ThreadLogCollections } from '../log'
import type { MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import { readerOf } from '../platform/http/viewer'
import type { WordsArea } from '../words'
import { ApprovedTexts } from './approved-texts.service'
import { Schedules } from './pace/schedules.service'
import type { PollQueries } from './polls/polls.queries'
import { PollService } from './polls/polls.service'
import { Coauthors } from './posts/coauthors.service'
import { PostBatches } from './posts/post-batches.service'
import type { PostQueries } from './posts/posts.queries'
import { PostService } from './posts/posts.service'
import { ThreadService } from './threads.service'

interface WritesNeeds {
  log: Pick<LogArea, 'commands' | 'threadCache'>
  files: Pick<FilesArea, 'attachments'>
  members: Pick<MembersArea, 'queries' | 'blocks' | 'mentions' | 'aliases'>
  words: WordsArea
  boards: Pick<BoardsArea, 'queries' | 'readers'>
  gate: GateArea
}

/** The services through which threads, posts and polls change. */
export function createWrites(
  { db, clock, ids, idempotency }: Ground<ThreadLogCollections>,
  { log, files, members, words: { words }, boards, gate }: WritesNeeds,
  queries: { posts: PostQueries; polls: PollQueries },
) {
  const { commands } = log
  const gates = { gate: gate.gate, held: gate.texts }
  const posts = new PostService({
    db,
    queries: queries.posts,
    commands,
    boards: boards.queries,
    aliases: members.aliases,
    attachments: files.attachments,
    mentions: members.mentions,
    words,
    ...gates,
    idempotency,
    ids,
  })
  const polls = new PollService({
    commands,
    queries: queries.polls,
    threadOf: (threadId, viewer) => queries.posts.readableThread(threadId, readerOf(viewer)),
    clock,
  })
  const threads = new ThreadService({
    boards: boards.queries,
    posts,
    polls,
    aliases: members.aliases,
    commands,
    words,
    ...gates,
    idempotency,
    ids,
  })
  const approved = new ApprovedTexts({
    commands,
    queries: queries.posts,
    edits: posts.edits,
    mentions: members.mentions,
    words,
    newPostId: () => ids.next('posts'),
    takesThreads: async (boardId) => {
      const tree = await boards.queries.wholeStructure()
      return tree.find(boardId) !== undefined && tree.childrenOf(boardId).length === 0
    },
    currentBoard: async (boardId) => (await boards.queries.wholeStructure()).at(boardId)?._id ?? boardId,
    threads: log.threadCache,
  })
  return {
    posts,
    polls,
    threads,
    approved,
    coauthors: new Coauthors({
      queries: queries.posts,
      commands,
      members: members.queries,
      blocks: members.blocks,
      rightsOf: (userIds) => boards.readers.rightsOfAll(userIds),
    }),
    batches: new PostBatches({ posts, queries: queries.posts }),
    schedules: new Schedules({ db, commands, clock }),
  }
}
