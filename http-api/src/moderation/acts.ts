import {
  FLAG_ACTS,
  type FlagAction,
  isUndoable,
  oppositeOf,
  type UndoingAction,
  VALUE_ACTS,
  type ValueAction,
} from '@forum/shared/acts'
import {
  CLEARABLE,
  type ActChange,
  type BatchAction,
  type Role,
  type Settlement,
} from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import type { BoardService } from '../boards'
import {
  FLAG_KINDS,
  VALUE_KINDS,
  type ActNotes,
  type ThreadEventDoc,
  type ThreadLogCollections,
} from '../log'
import type { Viewer } from '../platform/http/viewer'
import type { Logged, LogEntryDoc, ModerationLogConsumer } from '../record'
import type { Announcements } from '../site'
import {
  ERASED_TEXT,
  type Moves,
  type PostBatches,
  type PostService,
  type ThreadService,
  type ThreadSettings,
} from '../threads'
import type { BoardMutes } from './discipline/board-mutes.service'
import type { DisciplineService } from './discipline/discipline.service'
import type { HeldQueue } from './held/held-queue.service'

export interface ActsDeps {
  db: Pick<ThreadLogCollections, 'threadEvents'>
  consumer: ModerationLogConsumer
  threads: ThreadService
  posts: PostService
  batches: PostBatches
  moves: Moves
  discipline: DisciplineService
  boardMutes: BoardMutes
  held: HeldQueue
  announcements: Announcements
  boards: BoardService
}

/** Values by the fields under which the log of moderation keeps what an act changes. Times are strings. */
export type Values = Readonly<Record<string, ActChange['before']>>

/** The target of an act, with its values and notes. */
export interface ActCall {
  viewer: Viewer
  threadId?: number | null | undefined
  postId?: number | null | undefined
  userId?: number | null | undefined
  boardId?: number | undefined
  /** The new values, for acts whose name does not say them. */
  to?: Values
  /** Values that must still be in force; the act is refused with `CONFLICT` otherwise. */
  from?: Values
  notes: ActNotes & {
    /** The key of an act on an account in the log. */
    key?: string
  }
  /** The entry that the act takes back. */
  takesBack?: LogEntryDoc
}

/** Does an act; returns what it leaves in the log, null if there was nothing to change. */
type Act = (call: ActCall) => Promise<Logged | null>

/** Acts that belong to a case, a purge or a transfer, whose services take them back. */
type OfOthers = 'reopen_report' | 'undo_purge' | 'undo_transfer'

/** The acts that are done by their name: in a batch, to settle a case, or to take another one back. */
export type NamedAction =
  | Exclude<UndoingAction, OfOthers>
  | `${BatchAction}_thread`
  | Exclude<Settlement, 'dismiss' | 'other'>
export type Acts = Record<NamedAction, Act>

const idOf = (id: number | null | undefined): number => id ?? 0
const dateOf = (value: ActChange['before'] | undefined): Date | null =>
  typeof value === 'string' ? new Date(value) : null

/** Parts of a profile, from the values of the log, where what is empty is null. */
const profileOf = (values: Values) =>
  Object.fromEntries(
    CLEARABLE.filter((name) => name in values).map((name) => [
      name,
      name === 'avatar' ? values[name] : (values[name] ?? ''),
    ]),
  )

/** Values of a thread, from those of the log, which are a time if they are a string. */
const settingsOf = (values: Values): ThreadSettings =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? new Date(value) : value,
    ]),
  )

/** The acts on members. */
function actsOnMembers({ discipline, boardMutes }: Pick<ActsDeps, 'discipline' | 'boardMutes'>) {
  const mute: Act = async ({ viewer, userId, boardId, to = {}, from, notes }) => {
    if (boardId !== undefined) {
      const given = { ...notes, boardId, until: dateOf(to['mutedUntil']), from: dateOf(from?.['mutedUntil']) }
      return (await boardMutes.set(viewer.actor, idOf(userId), given)).logged
    }
    const expected = from && { mutedUntil: dateOf(from['mutedUntil']) }
    const until = dateOf(to['mutedUntil'])
    return (await discipline.mute(viewer.actor, idOf(userId), { ...notes, until, expected })).logged
  }
  const blockSource: Act = async ({ viewer, userId, to = {}, from, notes }) => {
    const expected = from && { sourceBlockedUntil: dateOf(from['sourceBlockedUntil']) }
    const given = { ...notes, until: dateOf(to['sourceBlockedUntil']), expected }
    return (await discipline.blockSource(viewer.actor, idOf(userId), given)).logged
  }
  const ban: Act = async ({ viewer, userId, to = {}, from, notes }) => {
    const status = from?.['isBanned'] === true ? ('banned' as const) : ('active' as const)
    const given = {
      ...notes,
      until: dateOf(to['bannedUntil']),
      expected: from && { status, bannedUntil: dateOf(from['bannedUntil']) },
    }
    const does = to['isBanned'] === true ? 'ban' : 'unban'
    return (await discipline[does](viewer.actor, idOf(userId), given)).logged
  }
  return {
    ban_user: ban,
    unban_user: ban,
    mute_user: mute,
    unmute_user: mute,
    restore_profile: async ({ viewer, userId, to = {}, from, notes }) => {
      const given = { ...notes, to: profileOf(to), expected: from && profileOf(from) }
      return (await discipline.setProfile(viewer.actor, idOf(userId), given)).logged
    },
    unwarn_user: ({ viewer, userId, from, notes }) =>
      discipline.unwarn(viewer.actor, idOf(userId), Number(from?.['warning']), notes),
    block_source: blockSource,
    unblock_source: blockSource,
    set_role: async ({ viewer, userId, to = {}, from, notes }) => {
      const expected = from && { role: from['role'] as Role }
      const given = { ...notes, role: to['role'] as Role, expected }
      return (await discipline.setRole(viewer, idOf(userId), given)).logged
    },
  } satisfies Partial<Acts>
}

/** The one function of each act. */
export function createActs(deps: ActsDeps): Acts {
  const { db, consumer, threads, posts, batches, moves, held, announcements, boards } = deps
  /** An act whose event in a thread's log is logged by a consumer. */
  const inThread =
    (commit: (call: ActCall) => Promise<ThreadEventDoc | null>): Act =>
    async (call) =>
      consumer.logNow(await commit(call))
  const flagActs = FLAG_ACTS.map(({ action, flag, to }) => [
    action,
    inThread(({ viewer, threadId, notes }) =>
      threads.set(viewer, idOf(threadId), FLAG_KINDS[flag], { to: { [flag]: to }, ...notes }),
    ),
  ])
  const valueActs = VALUE_ACTS.map((action) => [
    action,
    inThread(({ viewer, threadId, to = {}, from = {}, notes }) =>
      threads.set(viewer, idOf(threadId), VALUE_KINDS[action], {
        to: settingsOf(to),
        from: settingsOf(from),
        ...notes,
      }),
    ),
  ])
  const inBatch =
    (action: 'delete' | 'restore') =>
    async ({ viewer, from = {}, notes }: ActCall) => {
      const ids = from['posts']
      const { event } = await batches.run(viewer, Array.isArray(ids) ? ids : [], { action, ...notes })
      if (!event) throw new ForumError('CONFLICT')
      return event
    }
  return {
    ...(Object.fromEntries([...flagActs, ...valueActs]) as Record<FlagAction | ValueAction, Act>),
    move_thread: inThread(({ viewer, threadId, to = {}, from, notes }) => {
      const boardId = Number(to['boardId'])
      const expected = from && { from: Number(from['boardId']) }
      return threads.move(viewer, idOf(threadId), { ...notes, boardId, ...expected })
    }),
    return_replies: inThread(({ viewer, notes, takesBack }) =>
      moves.giveBack(viewer, `${idOf(takesBack?.threadId)}:${takesBack?.seq}`, notes),
    ),
    type_thread: inThread(({ viewer, threadId, to = {}, from, notes }) => {
      const typeIn = (values: Values) => (typeof values['type'] === 'string' ? values['type'] : null)
      const expected = from && { from: typeIn(from) }
      return threads.setType(viewer, idOf(threadId), { ...notes, type: typeIn(to), ...expected })
    }),
    set_answer: inThread(({ viewer, threadId, to = {}, from, notes }) => {
      const answerIn = ({ answerId }: Values) => (typeof answerId === 'number' ? answerId : null)
      const expected = from && { from: answerIn(from) }
      return threads.setAnswer(viewer, idOf(threadId), { ...notes, postId: answerIn(to), ...expected })
    }),
    rename_thread: inThread(({ viewer, threadId, to = {}, from = {}, notes }) => {
      const titles = { title: String(from['title']), replaced: String(to['title']) }
      return threads.undoRename(viewer, idOf(threadId), { ...titles, ...notes })
    }),
    delete_thread: inThread(({ viewer, threadId, notes }) => threads.remove(viewer, idOf(threadId), notes)),
    restore_thread: inThread(({ viewer, threadId, notes }) => threads.restore(viewer, idOf(threadId), notes)),
    edit_post: inThread(async ({ viewer, postId, from = {}, notes, takesBack }) => {
      const event = await db.threadEvents.findOne({ _id: `${idOf(takesBack?.threadId)}:${takesBack?.seq}` })
      const before = event?.replacedContent
      if (before === undefined || before === ERASED_TEXT) throw new ForumError('CONFLICT')
      const version = Number(from['version'])
      return posts.undoEdit(viewer, idOf(postId), { content: before, version, ...notes })
    }),
    delete_post: inThread(({ viewer, postId, notes }) => posts.remove(viewer, idOf(postId), notes)),
    restore_post: inThread(({ viewer, postId, notes }) => posts.restore(viewer, idOf(postId), notes)),
    delete_posts: inThread(inBatch('delete')),
    restore_posts: inThread(inBatch('restore')),
    ...actsOnMembers(deps),
    return_held: ({ viewer, from, notes }) => held.giveBack(viewer, Number(from?.['held']), notes),
    update_board: async ({ viewer, boardId, to = {}, notes, takesBack }) => {
      const undo = takesBack && { ...notes, undoes: takesBack._id, expected: takesBack.changes }
      await boards.update(viewer, idOf(boardId), to, undo)
      return null
    },
    set_announcement: async ({ viewer, to = {}, from = {}, notes, takesBack }) => {
      const announced = ({ text, until }: Values) => ({ text: String(text), until: dateOf(until) })
      const undo = takesBack && { ...notes, undoes: takesBack._id, expected: announced(from) }
      await announcements.set(viewer, announced(to), undo)
      return null
    },
  }
}

const side = ({ changes }: LogEntryDoc, of: 'before' | 'after'): Values =>
  Object.fromEntries(changes.map((change) => [change.field, change[of]]))

/** Returns the opposite of the act of an entry, by its row; null if nothing takes it back. */
export function oppositeCall(
  viewer: Viewer,
  entry: LogEntryDoc,
  reason: string | undefined,
): { action: UndoingAction; call: ActCall & { takesBack: LogEntryDoc } } | null {
  const { action, threadId, postId, userId, boardIds } = entry
  if (!isUndoable(action)) return null
  return {
    action: oppositeOf(action),
    call: {
      viewer,
      threadId,
      postId,
      userId,
      boardId: boardIds[0],
      to: side(entry, 'before'),
      from: side(entry, 'after'),
      notes: { reason, undoes: entry._id },
      takesBack: entry,
    },
  }
}
