import * as z from 'zod/mini'
import { endpoint } from './define'
import { boardName } from './entities'
import { flag, id, LONG_ACT_STATES, pathId, reportReason, time } from './fields'

const count = z.int().check(z.nonnegative())

/** The move of all threads of a board into another one. */
const transfer = z.strictObject({
  id,
  status: z.enum(LONG_ACT_STATES),
  from: boardName,
  to: boardName,
  /** True if the first board is removed once it is empty, and its address leads to the other one. */
  merges: flag,
  /** Threads to move, deleted ones included; once it is done, those that were moved. */
  threads: count,
  /** Threads that it has moved and that no moderator has moved elsewhere since. */
  done: count,
  createdAt: time,
  /** Until when it can be taken back; null once it was. */
  undoUntil: z.nullable(time),
})
export type Transfer = z.output<typeof transfer>

const response = z.strictObject({ transfer })
const params = z.object({ transferId: pathId })

export const transferEndpoints = {
  transferBoard: endpoint({
    summary:
      'Moves all threads of a board into another one in the background (admins); with `merges` the board is removed afterwards, and its address leads to the other one',
    method: 'POST',
    path: '/boards/:boardId/transfer',
    access: 'member',
    limit: 'edit',
    params: z.object({ boardId: pathId }),
    body: z.object({
      toBoardId: id,
      merges: z._default(flag, false),
      reason: z.optional(reportReason),
    }),
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'BOARD_HAS_CHILDREN', 'CONFLICT'],
  }),

  listTransfers: endpoint({
    summary: 'The newest transfers of threads between boards, and how far each has got (admins)',
    method: 'GET',
    path: '/admin/transfers',
    access: 'member',
    confidential: true,
    response: z.strictObject({ transfers: z.array(transfer) }),
    errors: ['FORBIDDEN'],
  }),

  stopTransfer: endpoint({
    summary: 'Stops a transfer; what it has moved stays there until it is taken back (admins)',
    method: 'POST',
    path: '/admin/transfers/:transferId/stop',
    access: 'member',
    limit: 'edit',
    params,
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),

  undoTransfer: endpoint({
    summary:
      'Moves back in the background what a transfer has moved, within seven days; a merged board returns (admins)',
    method: 'POST',
    path: '/admin/transfers/:transferId/undo',
    access: 'member',
    limit: 'edit',
    params,
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
}
