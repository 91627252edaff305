import type { LogEntry } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import {
  isStaff,
  mayAdminister,
  mayDecideHeld,
  mayDiscipline,
  mayModerate,
  mayMuteInBoard,
  type Actor,
} from '@forum/shared/policies'
import { presentBoardName, type BoardTree } from '../boards'
import type { People } from '../members'
import { isUndoableEntry, SYSTEM, undoableUntil, type LogEntryDoc } from '../record'

interface EntryContext {
  people: People
  tree: BoardTree
  language: Language
  /** Who reads the entries. */
  actor: Actor
  now: Date
}

export const presentEntries = (entries: readonly LogEntryDoc[], context: EntryContext): LogEntry[] =>
  entries.map((entry) => presentEntry(entry, context))

function presentEntry(entry: LogEntryDoc, context: EntryContext): LogEntry {
  const { people, tree, language } = context
  const { _id, action, actorId, at, userId, boardIds, threadId, title, undoneBy, undoneAt } = entry
  const [boardId] = boardIds
  return {
    id: _id,
    action,
    actor: actorId === SYSTEM ? null : people.summary(actorId),
    createdAt: at.toISOString(),
    reason: entry.reason,
    user: userId === null ? null : people.summary(userId),
    board: boardId === undefined ? null : presentBoardName(tree.find(boardId), boardId, language),
    thread: threadId === null ? null : { id: threadId, title: title ?? '' },
    postId: entry.postId,
    postNumber: entry.postNumber,
    changes: entry.changes,
    canUndo: mayUndo(entry, context),
    undoes: entry.undoes ?? null,
    undone:
      undoneBy === undefined || undoneAt === undefined
        ? null
        : { by: people.summary(undoneBy), at: undoneAt.toISOString() },
  }
}

/** Returns true if a mute or a ban has ended, so that nothing is left to undo. */
function isOver({ action, changes }: LogEntryDoc, now: Date): boolean {
  if (action !== 'mute_user' && action !== 'ban_user') return false
  const until = changes.find(({ field }) => field === 'mutedUntil' || field === 'bannedUntil')?.after
  return typeof until === 'string' && new Date(until) <= now
}

function mayUndo(entry: LogEntryDoc, { actor, people, tree, now }: EntryContext): boolean {
  const { action, at, boardIds, threadId, userId, undoneBy } = entry
  if (!isUndoableEntry(entry) || undoneBy !== undefined || undoableUntil(at) <= now) return false
  if (isOver(entry, now)) return false
  if (action === 'reject_held')
    return mayDecideHeld(actor, { boardId: boardIds[0] ?? null, authorId: userId ?? 0 }) === 'allowed'
  if (threadId !== null) return mayModerate(actor, boardIds[0] ?? 0)
  if (action === 'resolve_report' || action === 'dismiss_report') return isStaff(actor)
  const [boardId] = boardIds
  if (userId !== null && boardId !== undefined && (action === 'mute_user' || action === 'unmute_user')) {
    const isModerator = tree.moderatedBy(userId).includes(boardId)
    return (
      mayMuteInBoard(actor, { id: userId, role: people.summary(userId).role, isModerator }, boardId) ===
      'allowed'
    )
  }
  if (userId === null || action === 'set_role') return mayAdminister(actor) === 'allowed'
  return mayDiscipline(actor, { id: userId, role: people.summary(userId).role }) === 'allowed'
}
