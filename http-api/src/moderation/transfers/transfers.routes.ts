import type { Transfer } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import { presentBoardName } from '../../boards'
import { signedIn, type Handlers } from '../../platform/http/mount'
import type { FoundTransfer, TransferService } from './transfers.service'

export const transferRoutes = (transfers: TransferService) =>
  ({
    transferBoard: async (call) => {
      const { boardId } = call.params
      const begun = await transfers.begin(signedIn(call), boardId, call.body)
      return { transfer: presentTransfer(begun, call.language) }
    },
    listTransfers: async (call) => {
      const found = await transfers.list(signedIn(call))
      return { transfers: found.map((one) => presentTransfer(one, call.language)) }
    },
    stopTransfer: async (call) => {
      const stopped = await transfers.stopOne(signedIn(call), call.params.transferId)
      return { transfer: presentTransfer(stopped, call.language) }
    },
    undoTransfer: async (call) => {
      const undone = await transfers.undo(signedIn(call), call.params.transferId)
      return { transfer: presentTransfer(undone, call.language) }
    },
  }) satisfies Partial<Handlers>

function presentTransfer(
  { transfer, from, to, done, undoUntil }: FoundTransfer,
  language: Language,
): Transfer {
  const { _id, fromBoardId, toBoardId, merges, status, at, threads } = transfer
  return {
    id: _id,
    status,
    from: presentBoardName(from, fromBoardId, language),
    to: presentBoardName(to, toBoardId, language),
    merges,
    threads,
    done,
    createdAt: at.toISOString(),
    undoUntil: undoUntil?.toISOString() ?? null,
  }
}
