import type { BoardDoc, BoardsArea } from '../../boards'
import type { HeldDoc } from '../../gate'
import type { ThreadLogCollections } from '../../log'
import type { Ground } from '../../platform/ground'
import type { PlatformCollections } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import type { LogEntryDoc, RecordArea } from '../../record'
import type { SiteArea } from '../../site'
import type { ThreadsArea } from '../../threads'
import type { BoardMutes } from '../discipline/board-mutes.service'
import type { TransferDoc, TransferWork } from './transfers.model'
import { transferRoutes } from './transfers.routes'
import { TransferService } from './transfers.service'

interface TransfersNeeds {
  boards: Pick<BoardsArea, 'queries' | 'levels' | 'service' | 'lastThreads'>
  threads: Pick<ThreadsArea, 'service'>
  record: Pick<RecordArea, 'log'>
  site: Pick<SiteArea, 'current' | 'identity' | 'announcements'>
}

/** Moves of all threads of a board to another one. */
export function createTransfers(
  { db, ids, clock, onFailure }: Ground<TransfersDb>,
  { boards, threads, record, site }: TransfersNeeds,
  boardMutes: BoardMutes,
) {
  const service = new TransferService({
    db,
    boards: boards.queries,
    service: boards.service,
    lastThreads: boards.lastThreads,
    threads: threads.service,
    onMerged: async (viewer, from, to) => {
      await db.held.updateMany({ boardId: from, status: 'pending' }, { $set: { boardId: to } })
      await boards.levels.carryOver(from, to)
      await boardMutes.carryOver(from, to)
      await site.announcements.carryOver(from, to)
      if (site.current().feedbackBoardId === from) await site.identity.set(viewer, { feedbackBoardId: to })
    },
    log: record.log,
    ids,
    clock,
    onFailure: onFailure('transfer'),
  })
  return {
    service,
    routes: transferRoutes(service),
    unfinished: { transfer: (_: TransferWork, transferId: number) => service.acts.resume(transferId) },
  }
}

type TransfersDb = ThreadLogCollections &
  PlatformCollections & {
    boards: Collection<BoardDoc>
    held: Collection<HeldDoc>
    moderationLog: Collection<LogEntryDoc>
    transfers: Collection<TransferDoc>
  }
