import type { Clock } from '@forum/shared/clock'
import { isUndoable, type UndoableAction } from '@forum/shared/acts'
import type { ActChange, LogEntry, Role } from '@forum/shared/contract'
import { ForumError, type Language } from '@forum/shared/errors'
import type { Announcements } from '../site'
import type { BoardService } from '../boards'
import type { DisciplineService } from './discipline/discipline.service'
import type { CaseService } from './cases/cases.service'
import { isUndoableEntry, undoableUntil, type LogEntryDoc, type ModerationLogConsumer } from '../record'
import type { Viewer } from '../platform/http/viewer'
import type { PostService, ThreadFlag, ThreadService } from '../threads'
import type { ActNotes, ThreadEventDoc, ThreadLogCollections } from '../log'
import type { PurgeService } from './purges/purges.service'
import type { LogQueries } from './log.queries'

interface UndoDeps {
  db: Pick<ThreadLogCollections, 'threadEvents'>
  queries: LogQueries
  consumer: ModerationLogConsumer
  threads: ThreadService
  posts: PostService
  discipline: DisciplineService
  announcements: Announcements
  boards: BoardService
  cases: CaseService
  purges: PurgeService
  clock: Clock
}

interface Undoing {
  entry: LogEntryDoc
  /** Takes back another act that belongs to this one. */
  undoAct: (id: number) => Promise<unknown>
  viewer: Viewer
  notes: ActNotes & { undoes: number }
}

/** Does the opposite of an act; returns the event if it concerns a thread. */
type Undo = (deps: UndoDeps, undoing: Undoing) => Promise<ThreadEventDoc | null>

/** Returns what an act changed in a field. */
function changeOf({ changes }: LogEntryDoc, field: string): ActChange {
  return changes.find((change) => change.field === field) ?? { field, before: null, after: null }
}
const dateOf = (value: ActChange['before']): Date | null =>
  typeof value === 'string' ? new Date(value) : null

const threadIdOf = ({ threadId }: LogEntryDoc): number => threadId ?? 0
const postIdOf = ({ postId }: LogEntryDoc): number => postId ?? 0
const userIdOf = ({ userId }: LogEntryDoc): number => userId ?? 0

const setFlag =
  (flag: ThreadFlag, to: boolean): Undo =>
  ({ threads }, { entry, viewer, notes }) =>
    threads.setFlag(viewer, threadIdOf(entry), flag, { to, ...notes })

const mute: Undo = async ({ discipline }, { entry, viewer, notes }) => {
  const { before, after } = changeOf(entry, 'mutedUntil')
  const expected = { mutedUntil: dateOf(after) }
  await discipline.mute(viewer.actor, userIdOf(entry), {
    until: dateOf(before),
    ...notes,
    reason: notes.reason ?? '',
    expected,
  })
  return null
}
const ban: Undo = async ({ discipline }, { entry, viewer, notes }) => {
  const until = changeOf(entry, 'bannedUntil')
  const isBanned = changeOf(entry, 'isBanned')
  const account = {
    ...notes,
    reason: notes.reason ?? '',
    expected: {
      status: isBanned.after === true ? ('banned' as const) : ('active' as const),
      bannedUntil: dateOf(until.after),
    },
  }
  if (isBanned.before === true) {
    await discipline.ban(viewer.actor, userIdOf(entry), { ...account, until: dateOf(until.before) })
  } else await discipline.unban(viewer.actor, userIdOf(entry), account)
  return null
}

const reopen: Undo = async ({ cases, queries }, { entry, viewer, notes, undoAct }) => {
  const actKey = await cases.actKeyOf(entry.key)
  const act = actKey === null ? null : await queries.byKey(actKey)
  // It may have been taken back on its own.
  if (act && act.undoneBy === undefined) await undoAct(act._id)
  await cases.reopen(viewer, Number(changeOf(entry, 'case').after), { key: entry.key, ...notes })
  return null
}

/** How each act is taken back. */
const UNDO: Record<UndoableAction, Undo> = {
  pin_thread: setFlag('isPinned', false),
  unpin_thread: setFlag('isPinned', true),
  lock_thread: setFlag('isLocked', false),
  unlock_thread: setFlag('isLocked', true),
  feature_thread: setFlag('isFeatured', false),
  unfeature_thread: setFlag('isFeatured', true),
  move_thread: ({ threads }, { entry, viewer, notes }) => {
    const { before, after } = changeOf(entry, 'boardId')
    const to = { boardId: Number(before), from: Number(after), ...notes }
    return threads.move(viewer, threadIdOf(entry), to)
  },
  rename_thread: ({ threads }, { entry, viewer, notes }) => {
    const { before, after } = changeOf(entry, 'title')
    const titles = { title: String(after), replaced: String(before), ...notes }
    return threads.undoRename(viewer, threadIdOf(entry), titles)
  },
  delete_thread: ({ threads }, { entry, viewer, notes }) => threads.restore(viewer, threadIdOf(entry), notes),
  restore_thread: ({ threads }, { entry, viewer, notes }) => threads.remove(viewer, threadIdOf(entry), notes),
  edit_post: async ({ db, posts }, { entry, viewer, notes }) => {
    const event = await db.threadEvents.findOne({ _id: `${threadIdOf(entry)}:${entry.seq}` })
    if (event?.replacedContent === undefined) throw new ForumError('CONFLICT')
    const version = Number(changeOf(entry, 'version').after)
    return posts.undoEdit(viewer, postIdOf(entry), { content: event.replacedContent, version, ...notes })
  },
  delete_post: ({ posts }, { entry, viewer, notes }) =>
    posts.commitRestoration(viewer, postIdOf(entry), notes),
  restore_post: ({ posts }, { entry, viewer, notes }) => posts.remove(viewer, postIdOf(entry), notes),
  ban_user: ban,
  unban_user: ban,
  mute_user: mute,
  unmute_user: mute,
  set_role: async ({ discipline }, { entry, viewer, notes }) => {
    const { before, after } = changeOf(entry, 'role')
    await discipline.setRole(viewer, userIdOf(entry), {
      role: before as Role,
      ...notes,
      reason: notes.reason ?? '',
      expected: { role: after as Role },
    })
    return null
  },
  purge_user: async ({ purges }, { entry, viewer, notes }) => {
    await purges.undo(viewer, Number(changeOf(entry, 'purge').after), notes)
    return null
  },
  update_board: async ({ boards }, { entry, viewer, notes }) => {
    const input = Object.fromEntries(entry.changes.map(({ field, before }) => [field, before]))
    await boards.update(viewer, entry.boardIds[0] ?? 0, input, { ...notes, expected: entry.changes })
    return null
  },
  set_announcement: async ({ announcements }, { entry, viewer, notes }) => {
    const text = changeOf(entry, 'text')
    const until = changeOf(entry, 'until')
    const side = (of: 'before' | 'after') => ({ text: String(text[of]), until: dateOf(until[of]) })
    await announcements.set(viewer, side('before'), { ...notes, expected: side('after') })
    return null
  },
  resolve_report: reopen,
  dismiss_report: reopen,
}

/** Takes single acts of the log back. */
export class UndoService {
  constructor(private readonly deps: UndoDeps) {}

  /**
   * Does the opposite of an act in the name of the caller, who needs its permission, and returns the act's entry.
   *
   * @throws ForumError `NOT_FOUND`, `CONFLICT` if something else has changed what the act did, or it cannot be taken
   * back, and what the opposite act throws
   */
  async undo(
    reader: { viewer: Viewer; language: Language },
    id: number,
    reason: string | undefined,
  ): Promise<LogEntry> {
    const { queries, consumer, clock } = this.deps
    const { viewer } = reader
    const entry = await queries.byId(id, viewer)
    if (!entry) throw new ForumError('NOT_FOUND')
    const undo = isUndoable(entry.action) ? UNDO[entry.action] : null
    const isOver = !isUndoableEntry(entry) || undoableUntil(entry.at) <= clock.now()
    if (!undo || isOver || entry.undoneBy !== undefined || (await queries.isFollowed(entry))) {
      throw new ForumError('CONFLICT')
    }
    const undoAct = (other: number) => this.undo(reader, other, reason)
    const event = await undo(this.deps, { entry, viewer, undoAct, notes: { reason, undoes: id } })
    // The consumer does so too; the caller need not wait for it.
    if (event) await consumer.append([event])
    const [shown] = await queries.present(
      [{ ...entry, undoneBy: viewer.actor.id, undoneAt: event?.at ?? clock.now() }],
      reader,
    )
    if (!shown) throw new ForumError('NOT_FOUND')
    return shown
  }
}
