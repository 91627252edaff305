import { type Transfer } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'

/** Returns the newest transfers, the newest first. */
export const loadTransfers = (forum: Forum): Promise<Result<Transfer[]>> =>
  resultOf(forum.call('listTransfers').then(({ transfers }) => transfers))

/** Starts to move all threads of a board. */
export const beginTransfer = (
  forum: Forum,
  boardId: number,
  body: { toBoardId: number; merges: boolean; reason?: string },
): Promise<Result<Transfer>> =>
  resultOf(forum.call('transferBoard', { params: { boardId }, body }).then(({ transfer }) => transfer))

/** Stops a transfer; the threads moved so far stay where they are. */
export const stopTransfer = (forum: Forum, transferId: number): Promise<Result<Transfer>> =>
  resultOf(forum.call('stopTransfer', { params: { transferId } }).then(({ transfer }) => transfer))

/** Starts to move the threads of a transfer back. */
export const undoTransfer = (forum: Forum, transferId: number): Promise<Result<Transfer>> =>
  resultOf(forum.call('undoTransfer', { params: { transferId } }).then(({ transfer }) => transfer))
