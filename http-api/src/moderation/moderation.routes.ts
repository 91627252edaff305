import { signedIn, type Handlers } from '../platform/mount'
import type { LogQueries } from './log.queries'
import type { UndoService } from './undo.service'

export const moderationRoutes = ({ log, undo }: { log: LogQueries; undo: UndoService }) =>
  ({
    listModerationLog: (call) => log.list(call.query, { viewer: signedIn(call), language: call.language }),
    undoAct: async (call) => ({
      entry: await undo.undo(
        { viewer: signedIn(call), language: call.language },
        call.params.actId,
        call.body.reason,
      ),
    }),
  }) satisfies Partial<Handlers>
