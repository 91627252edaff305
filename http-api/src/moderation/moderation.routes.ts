import { ForumError } from '@forum/shared/errors'
import { DISCIPLINE_SHOWN } from '@forum/shared/limits'
import { signedIn, type Handlers } from '../platform/http/mount'
import type { AnonymousAuthors } from './anonymous-authors.service'
import type { BatchService } from './batch.service'
import type { LogQueries } from './log.queries'
import type { StaffNotes } from './staff-notes.service'
import type { UndoService } from './undo.service'

export interface ModerationRoutesDeps {
  log: LogQueries
  undo: UndoService
  batch: BatchService
  notes: StaffNotes
  authors: AnonymousAuthors
}

export const moderationRoutes = ({ log, undo, batch, notes, authors }: ModerationRoutesDeps) =>
  ({
    listModerationLog: (call) => log.list(call.query, { viewer: signedIn(call), language: call.language }),
    undoAct: async (call) => ({
      entry: await undo.undo(
        { viewer: signedIn(call), language: call.language },
        call.params.actId,
        call.body.reason,
      ),
    }),
    revealAuthor: async (call) => ({
      author: await authors.reveal(signedIn(call), call.params.postId, call.body.reason),
    }),
    moderateThreads: (call) => batch.run(signedIn(call), call.body),
    getDiscipline: async (call) => {
      const viewer = signedIn(call)
      const { userId } = call.params
      const noted = await notes.about(viewer, userId)
      const filter = { userId, limit: DISCIPLINE_SHOWN }
      const { entries } = await log.list(filter, { viewer, language: call.language })
      return { entries, notes: noted }
    },
    addStaffNote: async (call) => {
      const [note] = await notes.add(signedIn(call), call.params.userId, call.body.text)
      if (!note) throw new ForumError('INTERNAL')
      return { note }
    },
  }) satisfies Partial<Handlers>
