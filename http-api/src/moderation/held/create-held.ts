import type { BoardsArea } from '../../boards'
import type { GateArea, HeldDoc, HeldWork } from '../../gate'
import type { LogArea } from '../../log'
import type { MessagesArea } from '../../messages'
import type { NoticesArea } from '../../notices'
import type { Ground } from '../../platform/ground'
import type { PlatformCollections } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import type { RecordArea } from '../../record'
import type { ThreadsArea } from '../../threads'
import type { WordsArea } from '../../words'
import { HeldConsumer } from './held.consumer'
import { HeldQueueQueries } from './held-queue.queries'
import { heldQueueRoutes } from './held-queue.routes'
import { HeldQueue } from './held-queue.service'
import { RejectedTexts } from './rejected-texts'

interface HeldNeeds {
  log: Pick<LogArea, 'threadCache'>
  record: Pick<RecordArea, 'log'>
  words: WordsArea
  boards: Pick<BoardsArea, 'queries'>
  gate: GateArea
  threads: Pick<ThreadsArea, 'approved'>
  notices: Pick<NoticesArea, 'accountNotices'>
  messages: Pick<MessagesArea, 'service'>
}

/** The queue of what is held until a moderator approves it. */
export function createHeld(
  { db, clock, onFailure }: Ground<HeldDb>,
  { log, record, words, boards, gate, threads, notices, messages }: HeldNeeds,
) {
  const queries = new HeldQueueQueries({ db, boards: boards.queries, presentation: gate.presentation })
  const rejected = new RejectedTexts({
    db,
    texts: gate.texts,
    placeOf: (held) => threads.approved.placeOf(held),
    clock,
  })
  const queue = new HeldQueue({
    db,
    queries,
    texts: gate.texts,
    rejected,
    publish: async (held) => {
      if (held.kind !== 'message') return threads.approved.publish(held)
      await messages.service.publish(held)
      return null
    },
    threads: log.threadCache,
    notify: (notice) => notices.accountNotices.notify(notice),
    words: words.words,
    log: record.log,
    clock,
    onFailure: onFailure('held'),
  })
  return {
    queries,
    queue,
    rejected,
    routes: heldQueueRoutes({ queue, queries, presentation: gate.presentation }),
    consumer: new HeldConsumer(db),
    unfinished: { held: (_: HeldWork, heldId: number) => queue.finish(heldId) },
  }
}

type HeldDb = PlatformCollections & { held: Collection<HeldDoc> }
