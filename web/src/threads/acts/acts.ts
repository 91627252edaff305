import { type ModerationAction, type ThreadFlag } from '@forum/shared/acts'
import { type Undo } from '@forum/shared/contract'
import { type Result } from '../../lib/result'
import { type Forum, forum } from '../../store'
import { boardIn } from '../../state/board-copy'
import { changeThread, type ThreadMarks, type ThreadRow } from '../../state/thread-copy'
import { Award, FolderInput, Lock, LockOpen, Pencil, Pin, PinOff, Tags, Trash2, Undo2 } from '../../ui/icons'
import { type Span } from './spans'
import { actionsText } from '../thread-actions/actions.texts'

/** The values that a moderator fills in before an act; each act uses those of its kind. */
export interface ActInput {
  /** Empty for none. */
  reason?: string
  /** The end of a mute or a ban; null for none. */
  until?: string | null
  board?: ThreadRow['board']
  title?: string
  type?: string | null
  /** Refuses to delete a deleted post, so that the call returns an undo. */
  mustChange?: boolean
}

/** An act of a moderator in the page; menus, the batch bar, the monitor and cases read these values. */
export interface PageAct {
  icon: typeof Pin
  label: () => string
  /** The input required before the act; its form follows from this. */
  asks: 'nothing' | 'reason' | 'until' | 'board' | 'title' | 'type'
  /** The offered durations of an act with an end. */
  spans?: readonly Span[]
  isDanger?: boolean
  /** Its key in the monitor and in a case. */
  key?: string
  /** Does the act on a thread, a post or a member, and returns its undo; null if nothing changed. */
  send: (forum: Forum, id: number, given: ActInput) => Promise<{ undo: Undo | null }>
}

/** An act on a thread. */
export interface ThreadAct extends PageAct {
  /** Returns whether the act would change a thread. */
  fits: (row: ThreadRow) => boolean
  /** Returns the changes that the act makes to the row of a thread. */
  marks: (given: ActInput) => Partial<ThreadMarks>
  /** The question before the act on a single thread. */
  question?: { title: () => string; text?: () => string }
  /** Returns the confirmation for a single thread; omitted if the page shows the change already. */
  done?: (given: ActInput) => string
}

export type ThreadAction = Extract<ModerationAction, `${string}_thread`>
export type PostAction = 'delete_post' | 'restore_post'

const reasonField = ({ reason }: ActInput) => (reason ? { reason } : {})
const deletion = (given: ActInput) => ({
  ...reasonField(given),
  ...(given.mustChange ? { mustChange: true } : {}),
})
const doneOf = (response: { undo: Undo | null } | undefined) => response ?? { undo: null }

const flags = (field: ThreadFlag, to: boolean) => ({
  fits: (row: ThreadRow) => row[field] !== to,
  marks: () => ({ [field]: to }),
})
const pin =
  (pinned: boolean): ThreadAct['send'] =>
  (forum, threadId, given) =>
    forum.call('pinThread', { params: { threadId }, body: { pinned, ...reasonField(given) } })
const feature =
  (featured: boolean): ThreadAct['send'] =>
  (forum, threadId, given) =>
    forum.call('featureThread', { params: { threadId }, body: { featured, ...reasonField(given) } })
const lock =
  (locked: boolean): ThreadAct['send'] =>
  (forum, threadId, given) =>
    forum.call('lockThread', { params: { threadId }, body: { locked, ...reasonField(given) } })

/** The acts on threads, in the order in which menus and the batch bar offer them. */
export const THREAD_ACTS: Record<ThreadAction, ThreadAct> = {
  pin_thread: {
    ...flags('isPinned', true),
    icon: Pin,
    label: () => actionsText('pin'),
    asks: 'nothing',
    done: () => actionsText('pinned'),
    send: pin(true),
  },
  unpin_thread: {
    ...flags('isPinned', false),
    icon: PinOff,
    label: () => actionsText('unpin'),
    asks: 'nothing',
    done: () => actionsText('unpinned'),
    send: pin(false),
  },
  feature_thread: {
    ...flags('isFeatured', true),
    icon: Award,
    label: () => actionsText('feature'),
    asks: 'nothing',
    done: () => actionsText('featured'),
    send: feature(true),
  },
  unfeature_thread: {
    ...flags('isFeatured', false),
    icon: Award,
    label: () => actionsText('unfeature'),
    asks: 'nothing',
    done: () => actionsText('unfeatured'),
    send: feature(false),
  },
  lock_thread: {
    ...flags('isLocked', true),
    icon: Lock,
    label: () => actionsText('lock'),
    key: 'l',
    asks: 'reason',
    question: { title: () => actionsText('lockTitle'), text: () => actionsText('lockText') },
    send: lock(true),
  },
  unlock_thread: {
    ...flags('isLocked', false),
    icon: LockOpen,
    label: () => actionsText('unlock'),
    asks: 'nothing',
    done: () => actionsText('unlocked'),
    send: lock(false),
  },
  rename_thread: {
    icon: Pencil,
    label: () => actionsText('rename'),
    asks: 'title',
    question: { title: () => actionsText('renameTitle') },
    fits: () => true,
    marks: () => ({}),
    send: (forum, threadId, given) =>
      forum.call('updateThread', {
        params: { threadId },
        body: { title: given.title ?? '', ...reasonField(given) },
      }),
  },
  type_thread: {
    icon: Tags,
    label: () => actionsText('type'),
    asks: 'type',
    question: { title: () => actionsText('typeTitle') },
    fits: ({ boardId }) => (boardIn(forum.read, boardId)?.types.length ?? 0) > 0,
    marks: ({ type = null }) => ({ type }),
    send: (store, threadId, given) =>
      store.call('typeThread', {
        params: { threadId },
        body: { type: given.type ?? null, ...reasonField(given) },
      }),
  },
  move_thread: {
    icon: FolderInput,
    label: () => actionsText('move'),
    asks: 'board',
    question: { title: () => actionsText('moveTitle') },
    fits: () => true,
    marks: ({ board }) => (board ? { boardId: board.id, board } : {}),
    done: ({ board }) => actionsText('moved', { board: board?.displayName ?? '' }),
    send: (forum, threadId, given) =>
      forum.call('moveThread', {
        params: { threadId },
        body: { boardId: given.board?.id ?? 0, ...reasonField(given) },
      }),
  },
  delete_thread: {
    icon: Trash2,
    label: () => actionsText('delete'),
    key: 'd',
    asks: 'reason',
    isDanger: true,
    question: { title: () => actionsText('deleteTitle'), text: () => actionsText('deleteText') },
    fits: ({ isDeleted }) => !isDeleted,
    marks: () => ({ isDeleted: true }),
    done: () => actionsText('deleted'),
    send: async (forum, threadId, given) =>
      doneOf(await forum.call('deleteThread', { params: { threadId }, body: deletion(given) })),
  },
  restore_thread: {
    icon: Undo2,
    label: () => actionsText('restore'),
    asks: 'nothing',
    fits: ({ isDeleted }) => isDeleted,
    marks: () => ({ isDeleted: false }),
    done: () => actionsText('restored'),
    send: (forum, threadId, given) =>
      forum.call('restoreThread', { params: { threadId }, body: reasonField(given) }),
  },
}

/** The acts on replies. */
export const POST_ACTS: Record<PostAction, PageAct> = {
  delete_post: {
    icon: Trash2,
    label: () => actionsText('delete'),
    key: 'd',
    asks: 'reason',
    isDanger: true,
    send: async (forum, postId, given) =>
      doneOf(await forum.call('deletePost', { params: { postId }, body: deletion(given) })),
  },
  restore_post: {
    icon: Undo2,
    label: () => actionsText('restore'),
    asks: 'nothing',
    send: (forum, postId, given) =>
      forum.call('restorePost', { params: { postId }, body: reasonField(given) }),
  },
}

/** Does an act on a thread, then loads the changes. */
export const actOnThread = (
  forum: Forum,
  action: ThreadAction,
  threadId: number,
  given: ActInput = {},
): Promise<Result<void>> =>
  changeThread(forum, threadId, () => THREAD_ACTS[action].send(forum, threadId, given))

/** Does an act on a reply, then loads the changes. */
export const actOnPost = (
  forum: Forum,
  action: PostAction,
  { id, threadId }: { id: number; threadId: number },
  given: ActInput = {},
): Promise<Result<void>> => changeThread(forum, threadId, () => POST_ACTS[action].send(forum, id, given))
