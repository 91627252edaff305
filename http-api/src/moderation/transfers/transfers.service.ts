import type { Clock } from '@forum/shared/clock'
import { ForumError, refusedField } from '@forum/shared/errors'
import { TRANSFERS_SHOWN } from '../../platform/limits'
import { mayAdminister } from '@forum/shared/policies'
import type { BoardDoc, BoardQueries, BoardService, LastThreads } from '../../boards'
import type { ActNotes, ThreadDoc, ThreadLogCollections } from '../../log'
import { authorize } from '../../platform/http/authorize'
import type { Viewer } from '../../platform/http/viewer'
import type { PlatformCollections } from '../../platform/mongo/database'
import type { Ids } from '../../platform/mongo/ids'
import type { Collection } from '../../platform/mongo/model'
import type { ActDraft, LogEntryDoc, ModerationLog } from '../../record'
import type { ThreadService } from '../../threads'
import { LongActs, longActUndoUntil, type MayGoOn } from '../long-acts'
import { unlessRefused, viewerOf } from '../steps'
import type { TransferDoc } from './transfers.model'

/** Threads that are moved together, between two renewals of the lease: few, so that members' calls come between. */
const MOVED_AT_ONCE = 8

/** A thread that was merged into another one stays where it was. */
const MOVABLE = { mergedInto: null }

export interface TransferServiceDeps {
  db: Pick<ThreadLogCollections, 'threads'> &
    Pick<PlatformCollections, 'leases'> & {
      boards: Collection<BoardDoc>
      transfers: Collection<TransferDoc>
      moderationLog: Collection<LogEntryDoc>
    }
  boards: Pick<BoardQueries, 'whole'>
  service: Pick<BoardService, 'remove'>
  lastThreads: Pick<LastThreads, 'bringBack'>
  threads: Pick<ThreadService, 'move'>
  /** Called when a board has been merged into another one, for what else is in it. Repeatable. */
  onMerged: (viewer: Viewer, fromBoardId: number, toBoardId: number) => Promise<void>
  log: ModerationLog
  ids: Ids
  clock: Clock
  onFailure: (error: unknown) => void
}

/** A transfer with the boards it is about, removed ones included, and how many threads carry its id. */
export interface FoundTransfer {
  transfer: TransferDoc
  from: BoardDoc | undefined
  to: BoardDoc | undefined
  done: number
  undoUntil: Date | null
}

/** Moves all threads of a board into another one, removes the board if it is merged, and takes that back. */
export class TransferService {
  readonly acts: LongActs<'transfer', TransferDoc>

  constructor(private readonly deps: TransferServiceDeps) {
    this.acts = new LongActs({
      ...deps,
      documents: deps.db.transfers,
      kind: 'transfer',
      actOf: (transfer) => this.actOf(transfer),
      work: (transfer, mayGoOn) => this.moveAll(transfer, mayGoOn),
      takeBack: (transfer, mayGoOn) => this.moveAllBack(transfer, mayGoOn),
    })
  }

  /**
   * Begins to move all threads of a board.
   *
   * @param merges whether the board is removed afterwards, so that its address leads to the other one
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`, `VALIDATION_FAILED` if both boards are the same, `BOARD_HAS_CHILDREN` if
   * one may not hold threads or be removed, `CONFLICT` while another transfer is under way
   */
  async begin(
    { actor }: Viewer,
    fromBoardId: number,
    { toBoardId, merges, reason }: { toBoardId: number; merges: boolean; reason?: string | undefined },
  ): Promise<FoundTransfer> {
    authorize(mayAdminister(actor))
    const { db, boards, ids, clock } = this.deps
    const tree = await boards.whole()
    if (!tree.find(fromBoardId) || !tree.find(toBoardId)) throw new ForumError('NOT_FOUND')
    if (fromBoardId === toBoardId) throw refusedField('toBoardId', 'invalid')
    const full = merges ? [fromBoardId, toBoardId] : [toBoardId]
    if (full.some((id) => tree.childrenOf(id).length > 0)) throw new ForumError('BOARD_HAS_CHILDREN')
    const transfer = await this.acts.begin({
      _id: await ids.next('transfers'),
      fromBoardId,
      toBoardId,
      merges,
      actorId: actor.id,
      at: clock.now(),
      reason: reason || null,
      threads: await db.threads.countDocuments({ ...MOVABLE, boardId: fromBoardId }),
    })
    return this.found(transfer)
  }

  /**
   * Returns the newest transfers, the newest first.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async list({ actor }: Viewer): Promise<FoundTransfer[]> {
    authorize(mayAdminister(actor))
    const newest = { sort: { _id: -1 }, limit: TRANSFERS_SHOWN } as const
    const transfers = await this.deps.db.transfers.find({}, newest).toArray()
    return Promise.all(transfers.map((transfer) => this.found(transfer)))
  }

  /**
   * Stops a transfer after the step that is under way. What it has moved stays there; another one moves the rest.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` if it is not under way
   */
  async stopOne({ actor }: Viewer, id: number): Promise<FoundTransfer> {
    authorize(mayAdminister(actor))
    const { fromBoardId, toBoardId } = await this.stored(id)
    const act = this.deps.log.draft({
      actorId: actor.id,
      action: 'stop_transfer',
      boardIds: [fromBoardId, toBoardId],
      target: `transfer ${id} stop`,
      changes: [{ field: 'transfer', before: id, after: id }],
    })
    return this.found(await this.acts.stop(id, act))
  }

  /**
   * Begins to move the threads back that a transfer has moved, also while it is still under way. A merged board returns.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` if it has been taken back, is too old, or another transfer is
   * under way
   */
  async undo({ actor }: Viewer, id: number, notes: ActNotes = {}): Promise<FoundTransfer> {
    authorize(mayAdminister(actor))
    const transfer = await this.stored(id)
    const act = this.deps.log.draft({
      actorId: actor.id,
      action: 'undo_transfer',
      boardIds: [transfer.fromBoardId, transfer.toBoardId],
      reason: notes.reason ?? null,
      target: `transfer ${id}`,
      changes: [{ field: 'transfer', before: id, after: null }],
    })
    return this.found(await this.acts.undo(transfer, act))
  }

  private async stored(id: number): Promise<TransferDoc> {
    const transfer = await this.deps.db.transfers.findOne({ _id: id })
    if (!transfer) throw new ForumError('NOT_FOUND')
    return transfer
  }

  private async found(transfer: TransferDoc): Promise<FoundTransfer> {
    const { db } = this.deps
    const { _id, fromBoardId, toBoardId } = transfer
    const [boards, done] = await Promise.all([
      db.boards.find({ _id: { $in: [fromBoardId, toBoardId] } }).toArray(),
      db.threads.countDocuments({ transferIds: _id }),
    ])
    return {
      transfer,
      from: boards.find((board) => board._id === fromBoardId),
      to: boards.find((board) => board._id === toBoardId),
      done,
      undoUntil: longActUndoUntil(transfer),
    }
  }

  private async actOf(transfer: TransferDoc): Promise<ActDraft> {
    const { _id, fromBoardId, toBoardId, actorId, at, reason, threads } = transfer
    const { from, to } = await this.found(transfer)
    return this.deps.log.draft({
      key: `transfer:${_id}`,
      at,
      actorId,
      action: transfer.merges ? 'merge_board' : 'transfer_board',
      boardIds: [fromBoardId, toBoardId],
      reason,
      target: `transfer ${_id}`,
      changes: [
        { field: 'transfer', before: null, after: _id },
        { field: 'board', before: from?.nameZh ?? null, after: to?.nameZh ?? null },
        { field: 'threads', before: threads, after: 0 },
      ],
    })
  }

  private async moveAll(
    transfer: TransferDoc,
    mayGoOn: MayGoOn,
  ): Promise<({ status?: 'stopped' } & Pick<TransferDoc, 'threads'>) | null> {
    const { db } = this.deps
    const { _id, fromBoardId, toBoardId } = transfer
    const viewer = viewerOf(transfer.actorId, 'admin')
    const notes = { transferId: _id, ...(transfer.reason === null ? {} : { reason: transfer.reason }) }
    // The next pass finds threads that are started there meanwhile.
    for (let moved = 1; moved > 0;) {
      const pass = await this.moveOnce(transfer, mayGoOn, (threadId) =>
        this.deps.threads.move(viewer, threadId, { boardId: toBoardId, from: fromBoardId, ...notes }),
      )
      if (pass === null) return null
      moved = pass
    }
    const left = await db.threads.findOne({ ...MOVABLE, boardId: fromBoardId }, { projection: { _id: 1 } })
    const isEmpty = left === null
    const isDone = isEmpty && (!transfer.merges || (await this.removeBoard(transfer)))
    const threads = await db.threads.countDocuments({ transferIds: _id })
    return isDone ? { threads } : { status: 'stopped', threads }
  }

  /**
   * Moves the threads that it finds and returns how many that were; null if the work may not go on.
   *
   * @param move returns null for a thread that has gone elsewhere
   */
  private async moveOnce(
    transfer: TransferDoc,
    mayGoOn: MayGoOn,
    move: (threadId: number) => ReturnType<ThreadService['move']>,
  ): Promise<number | null> {
    const found = await this.deps.db.threads
      .find<Pick<ThreadDoc, '_id'>>(leftOf(transfer), { projection: { _id: 1 } })
      .toArray()
    let moved = 0
    for (let at = 0; at < found.length; at += MOVED_AT_ONCE) {
      if (!(await mayGoOn())) return null
      const together = found.slice(at, at + MOVED_AT_ONCE).map(({ _id }) => unlessRefused(move(_id)))
      moved += (await Promise.all(together)).filter((event) => event !== null).length
    }
    return moved
  }

  /** Removes the board that has been emptied; returns whether it is gone. */
  private async removeBoard({ actorId, fromBoardId, toBoardId }: TransferDoc): Promise<boolean> {
    const { service, boards, onMerged } = this.deps
    const viewer = viewerOf(actorId, 'admin')
    try {
      await service.remove(viewer, fromBoardId, { mergedInto: toBoardId })
    } catch (error) {
      // A process that died may have removed it.
      const isGone = error instanceof ForumError && error.code === 'NOT_FOUND'
      const isRefused = error instanceof ForumError && error.code.startsWith('BOARD_')
      if (isRefused || (isGone && (await boards.whole()).find(fromBoardId))) return false
      if (!isGone) throw error
    }
    await onMerged(viewer, fromBoardId, toBoardId)
    return true
  }

  private async moveAllBack(transfer: TransferDoc, mayGoOn: MayGoOn): Promise<boolean> {
    const { _id, fromBoardId, toBoardId, actorId, undoneBy = actorId } = transfer
    const viewer = viewerOf(undoneBy, 'admin')
    await this.deps.lastThreads.bringBack(fromBoardId)
    const back = { boardId: fromBoardId, from: toBoardId, transferId: _id }
    const moved = await this.moveOnce(transfer, mayGoOn, (threadId) =>
      this.deps.threads.move(viewer, threadId, back),
    )
    return moved !== null
  }
}

/** Returns the condition of the threads that are still to be moved, there or back. */
const leftOf = ({ _id, status, fromBoardId, toBoardId }: TransferDoc) => ({
  ...MOVABLE,
  ...(status === 'running' ? { boardId: fromBoardId } : { transferIds: _id, boardId: toBoardId }),
})
