import type { BoardsArea } from '../boards'
import type { LogArea, ThreadLogCollections } from '../log'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { WordsArea } from '../words'
import { Moves } from './moves/moves.service'
import { ReadingFollows } from './moves/reading-follows'
import type { PostQueries } from './posts/posts.queries'
import type { PostService } from './posts/posts.service'
import type { ThreadReadState } from './reading/read-states.model'
import type { ReadStates } from './reading/read-states.service'

interface MovesNeeds {
  log: Pick<LogArea, 'commands' | 'threadCache'>
  words: WordsArea
  boards: Pick<BoardsArea, 'queries'>
}

type MovesDb = ThreadLogCollections &
  Pick<PlatformCollections, 'leases'> & { readStates: Collection<ThreadReadState> }

/** Creates the services that move posts between threads. */
export function createMoves(
  { db, ids, idempotency, clock }: Ground<MovesDb>,
  { log, words: { words }, boards }: MovesNeeds,
  { queries, posts, readStates }: { queries: PostQueries; posts: PostService; readStates: ReadStates },
): Moves {
  const invalidate = (userId: number, threadId: number) => {
    readStates.invalidate(userId, threadId)
  }
  return new Moves({
    db,
    commands: log.commands,
    threads: log.threadCache,
    boards: boards.queries,
    queries,
    posts,
    reading: new ReadingFollows({ db, invalidate }),
    words,
    idempotency,
    ids,
    clock,
  })
}
