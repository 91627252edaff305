/** The kinds of lines in the moderators' feed. */
export const ACTIVITY_KINDS = [
  'thread',
  'post',
  'edit',
  'delete',
  'restore',
  'pin',
  'lock',
  'feature',
  'move',
  'report',
  'register',
  'profile',
  'login_failed',
  'ban',
  'mute',
  'role',
  'board',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** The mark that an act leaves on lines of the moderators' feed about its subject. */
interface ActMark {
  of: 'post' | 'thread' | 'user'
  /** Null takes the mark away. */
  kind: 'deleted' | 'edited' | 'locked' | 'banned' | 'muted' | 'settled' | 'dismissed' | null
}

/** Everything that the server and the page need to know about a privileged act, whatever carries it out. */
interface ActRow {
  /** The kind of its own line in the moderators' feed; null if it has none, or if the log of threads gives it one. */
  line: ActivityKind | null
  /** The lines about its subject become handled or open again, or stay as they were. */
  leaves: 'handled' | 'open' | 'untouched'
  mark: ActMark | null
  /** The act that takes it back; null if nothing does. */
  undo: string | null
  /** The flag of a thread that it sets: its command, its entry in the log and its batch follow from that. */
  sets?: Record<string, boolean>
  /**
   * The values of a thread that it changes, such as the seconds of slow mode. Null is none. Its command, its live event,
   * its entry in the log and its undo, which is the act itself with the former values, follow from that.
   */
  gives?: readonly string[]
}

/** The privileged acts, in the order in which moderators choose among them. A new act is one more row here. */
const rows = {
  pin_thread: { sets: { isPinned: true }, line: null, leaves: 'untouched', mark: null, undo: 'unpin_thread' },
  unpin_thread: {
    sets: { isPinned: false },
    line: null,
    leaves: 'untouched',
    mark: null,
    undo: 'pin_thread',
  },
  lock_thread: {
    sets: { isLocked: true },
    line: null,
    leaves: 'handled',
    mark: { of: 'thread', kind: 'locked' },
    undo: 'unlock_thread',
  },
  unlock_thread: {
    sets: { isLocked: false },
    line: null,
    leaves: 'open',
    mark: { of: 'thread', kind: null },
    undo: 'lock_thread',
  },
  feature_thread: {
    sets: { isFeatured: true },
    line: null,
    leaves: 'untouched',
    mark: null,
    undo: 'unfeature_thread',
  },
  unfeature_thread: {
    sets: { isFeatured: false },
    line: null,
    leaves: 'untouched',
    mark: null,
    undo: 'feature_thread',
  },
  set_slow_mode: {
    gives: ['slowSeconds'],
    line: null,
    leaves: 'untouched',
    mark: null,
    undo: 'set_slow_mode',
  },
  set_schedule: {
    gives: ['lockAt', 'unlockAt', 'closeAfterDays'],
    line: null,
    leaves: 'untouched',
    mark: null,
    undo: 'set_schedule',
  },
  type_thread: { line: null, leaves: 'untouched', mark: null, undo: 'type_thread' },
  set_answer: { line: null, leaves: 'untouched', mark: null, undo: 'set_answer' },
  move_thread: { line: null, leaves: 'untouched', mark: null, undo: 'move_thread' },
  split_replies: { line: null, leaves: 'untouched', mark: null, undo: 'return_replies' },
  merge_threads: { line: null, leaves: 'untouched', mark: null, undo: 'return_replies' },
  return_replies: { line: null, leaves: 'untouched', mark: null, undo: null },
  rename_thread: { line: null, leaves: 'untouched', mark: null, undo: 'rename_thread' },
  delete_thread: {
    line: null,
    leaves: 'handled',
    mark: { of: 'thread', kind: 'deleted' },
    undo: 'restore_thread',
  },
  restore_thread: { line: null, leaves: 'open', mark: { of: 'thread', kind: null }, undo: 'delete_thread' },
  edit_post: { line: null, leaves: 'handled', mark: { of: 'post', kind: 'edited' }, undo: 'edit_post' },
  delete_post: { line: null, leaves: 'handled', mark: { of: 'post', kind: 'deleted' }, undo: 'restore_post' },
  restore_post: { line: null, leaves: 'open', mark: { of: 'post', kind: null }, undo: 'delete_post' },
  delete_posts: { line: null, leaves: 'handled', mark: null, undo: 'restore_posts' },
  restore_posts: { line: null, leaves: 'open', mark: null, undo: 'delete_posts' },
  ban_user: { line: 'ban', leaves: 'untouched', mark: { of: 'user', kind: 'banned' }, undo: 'unban_user' },
  unban_user: { line: 'ban', leaves: 'untouched', mark: { of: 'user', kind: null }, undo: 'ban_user' },
  mute_user: { line: 'mute', leaves: 'untouched', mark: { of: 'user', kind: 'muted' }, undo: 'unmute_user' },
  unmute_user: { line: 'mute', leaves: 'untouched', mark: { of: 'user', kind: null }, undo: 'mute_user' },
  clear_profile: { line: null, leaves: 'untouched', mark: null, undo: 'restore_profile' },
  restore_profile: { line: null, leaves: 'untouched', mark: null, undo: null },
  warn_user: { line: null, leaves: 'untouched', mark: null, undo: 'unwarn_user' },
  unwarn_user: { line: null, leaves: 'untouched', mark: null, undo: null },
  block_source: { line: null, leaves: 'untouched', mark: null, undo: 'unblock_source' },
  unblock_source: { line: null, leaves: 'untouched', mark: null, undo: 'block_source' },
  read_same_source: { line: null, leaves: 'untouched', mark: null, undo: null },
  set_role: { line: 'role', leaves: 'untouched', mark: null, undo: 'set_role' },
  end_sessions: { line: null, leaves: 'untouched', mark: null, undo: null },
  make_reset_link: { line: null, leaves: 'untouched', mark: null, undo: null },
  rename_user: { line: null, leaves: 'untouched', mark: null, undo: null },
  purge_user: { line: 'delete', leaves: 'handled', mark: null, undo: 'undo_purge' },
  stop_purge: { line: null, leaves: 'untouched', mark: null, undo: null },
  undo_purge: { line: 'restore', leaves: 'open', mark: null, undo: null },
  ask_erasure: { line: null, leaves: 'untouched', mark: null, undo: null },
  confirm_erasure: { line: null, leaves: 'untouched', mark: null, undo: null },
  create_board: { line: 'board', leaves: 'untouched', mark: null, undo: null },
  update_board: { line: 'board', leaves: 'untouched', mark: null, undo: 'update_board' },
  transfer_board: { line: 'board', leaves: 'untouched', mark: null, undo: 'undo_transfer' },
  merge_board: { line: 'board', leaves: 'untouched', mark: null, undo: 'undo_transfer' },
  stop_transfer: { line: null, leaves: 'untouched', mark: null, undo: null },
  undo_transfer: { line: 'board', leaves: 'untouched', mark: null, undo: null },
  delete_board: { line: 'board', leaves: 'untouched', mark: null, undo: null },
  create_category: { line: null, leaves: 'untouched', mark: null, undo: null },
  update_category: { line: null, leaves: 'untouched', mark: null, undo: null },
  delete_category: { line: null, leaves: 'untouched', mark: null, undo: null },
  create_group: { line: null, leaves: 'untouched', mark: null, undo: null },
  update_group: { line: null, leaves: 'untouched', mark: null, undo: null },
  delete_group: { line: null, leaves: 'untouched', mark: null, undo: null },
  add_to_group: { line: null, leaves: 'untouched', mark: null, undo: null },
  remove_from_group: { line: null, leaves: 'untouched', mark: null, undo: null },
  set_announcement: { line: null, leaves: 'untouched', mark: null, undo: 'set_announcement' },
  create_announcement: { line: null, leaves: 'untouched', mark: null, undo: null },
  update_announcement: { line: null, leaves: 'untouched', mark: null, undo: null },
  delete_announcement: { line: null, leaves: 'untouched', mark: null, undo: null },
  set_words: { line: null, leaves: 'untouched', mark: null, undo: null },
  set_settings: { line: null, leaves: 'untouched', mark: null, undo: null },
  set_site: { line: null, leaves: 'untouched', mark: null, undo: null },
  set_page: { line: null, leaves: 'untouched', mark: null, undo: null },
  delete_page: { line: null, leaves: 'untouched', mark: null, undo: null },
  set_second_factor: { line: null, leaves: 'untouched', mark: null, undo: null },
  resolve_report: {
    line: null,
    leaves: 'handled',
    mark: { of: 'post', kind: 'settled' },
    undo: 'reopen_report',
  },
  dismiss_report: {
    line: null,
    leaves: 'handled',
    mark: { of: 'post', kind: 'dismissed' },
    undo: 'reopen_report',
  },
  reopen_report: { line: null, leaves: 'open', mark: { of: 'post', kind: null }, undo: null },
  approve_held: { line: null, leaves: 'untouched', mark: null, undo: null },
  reject_held: { line: null, leaves: 'untouched', mark: null, undo: 'return_held' },
  return_held: { line: null, leaves: 'untouched', mark: null, undo: null },
  reveal_author: { line: null, leaves: 'untouched', mark: null, undo: null },
  read_message_report: { line: null, leaves: 'untouched', mark: null, undo: null },
} as const satisfies Record<string, ActRow>

export type ModerationAction = keyof typeof rows
/** The acts that can be taken back: a server that cannot take one of them back does not compile. */
export type UndoableAction = {
  [Name in ModerationAction]: (typeof rows)[Name]['undo'] extends ModerationAction ? Name : never
}[ModerationAction]
/** The acts that set a flag of a thread, and the flags. */
export type FlagAction = {
  [Name in ModerationAction]: (typeof rows)[Name] extends { sets: object } ? Name : never
}[ModerationAction]
type KeyOfUnion<Union> = Union extends unknown ? keyof Union : never
export type ThreadFlag = KeyOfUnion<(typeof rows)[FlagAction]['sets']>
/** The acts that change values of a thread, and the values. */
export type ValueAction = {
  [Name in ModerationAction]: (typeof rows)[Name] extends { gives: readonly string[] } ? Name : never
}[ModerationAction]
export type ThreadValue = (typeof rows)[ValueAction]['gives'][number]
/** The marks on lines of the moderators' feed that tell of an act on their subject. */
export type ActMarkKind = NonNullable<ActMark['kind']>

/** The acts that take another one back. */
export type UndoingAction = {
  [Name in UndoableAction]: (typeof rows)[Name]['undo']
}[UndoableAction]

type Rows = typeof rows
export const ACTS: Readonly<{
  [Name in ModerationAction]: ActRow & { undo: ModerationAction | null } & Pick<Rows[Name], 'mark'>
}> = rows
/** The names of all acts. */
export const MODERATION_ACTIONS = Object.keys(rows) as [ModerationAction, ...ModerationAction[]]

export const isUndoable = (action: ModerationAction): action is UndoableAction => ACTS[action].undo !== null

/** Returns the act that takes another one back. */
export const oppositeOf = (action: UndoableAction): UndoingAction => rows[action].undo

/** The flags of a thread that moderators set. */
export const THREAD_FLAGS = [
  ...new Set(Object.values(ACTS).flatMap(({ sets }) => Object.keys(sets ?? {}))),
] as ThreadFlag[]

/** Each act that sets a flag of a thread, with the flag and its value. */
export const FLAG_ACTS = Object.entries(ACTS).flatMap(([action, { sets }]) =>
  Object.entries(sets ?? {}).map(([flag, to]) => ({
    action: action as FlagAction,
    flag: flag as ThreadFlag,
    to,
  })),
)

/** Each act that changes values of a thread. */
export const VALUE_ACTS = (Object.keys(ACTS) as ModerationAction[]).filter(
  (action): action is ValueAction => ACTS[action].gives !== undefined,
)

/** The values of a thread that moderators change. */
export const THREAD_VALUES: readonly ThreadValue[] = VALUE_ACTS.flatMap((action) => rows[action].gives)
