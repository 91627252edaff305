import type { BoardAccess } from '@forum/shared/access'
import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'
import type { ThreadType } from './thread-types'

const fields = {
  _id: field.number,
  parentId: field.nullable(field.number),
  name: field.string,
  nameZh: field.string,
  description: field.string,
  descriptionZh: field.string,
  category: field.string,
  icon: field.optional(field.nullable(field.string)),
  color: field.optional(field.nullable(field.string)),
  /** In markup; '' for none. */
  rules: field.optional(field.string),
  position: field.number,
  postRole: field.oneOf('user', 'moderator', 'admin'),
  approval: field.optional(field.oneOf('none', 'threads', 'all')),
  /** `OPEN_ACCESS` if it is missing. */
  access: field.optional(field.mixed<BoardAccess>()),
  /** True if members may write without their name. */
  allowsAnonymous: field.optional(field.boolean),
  /** True if everyone may read what the edits of posts changed. */
  showsEdits: field.optional(field.boolean),
  /** The groups that `access` means. */
  groupIds: field.optional(field.listOf(field.number)),
  /** The types that its threads can have; missing for none. */
  types: field.optional(field.mixed<ThreadType[]>()),
  typeRequired: field.optional(field.boolean),
  /** True if its new threads are questions. */
  isQuestions: field.optional(field.boolean),
  moderatorIds: field.listOf(field.number),
  threadCount: field.number,
  postCount: field.number,
  /** Number of posts that are not deleted, by the day of the site's calendar (`2026-11-20`) they were written on. */
  days: field.mixed<Record<string, number>>(),
  lastThreadId: field.nullable(field.number),
  lastPostAt: field.nullable(field.date),
  /** When and by whom the board was deleted; null if it is not. */
  deletedAt: field.nullable(field.date),
  deletedBy: field.nullable(field.number),
  /** The board that a deleted one was merged into; its address leads there. */
  mergedInto: field.optional(field.nullable(field.number)),
  /** Increases with every change that a list of boards shows. */
  revision: field.number,
  /** Rises with each thread that comes from another board, or of which something is deleted or replaced; missing for none. */
  withdrawals: field.optional(field.number),
  /** Increases when marks are removed: an addition prepared in an earlier epoch no longer applies. */
  epoch: field.number,
  /** The last seq that the counters contain, by thread. */
  marks: field.mixed<Record<string, number>>(),
  ...unfinishedWork<ActWork>(),
}

/**
 * A board. Its counters and last thread are projections of the logs of its threads; those of its sub-boards
 * are added when it is shown.
 */
export type BoardDoc = DocumentOf<typeof fields>

/** The defaults of a board's settings, for boards that lack one, such as those from before the setting existed. */
export const BOARD_DEFAULTS = {
  rules: '',
  postRole: 'user',
  approval: 'none',
  allowsAnonymous: false,
  showsEdits: false,
  typeRequired: false,
  isQuestions: false,
} as const satisfies Partial<BoardDoc>

type BoardSettings = Required<Pick<BoardDoc, keyof typeof BOARD_DEFAULTS>>

/** Returns the settings of a board, or those that a new one is given. */
export const boardSettings = (of: {
  readonly [Name in keyof BoardSettings]?: BoardSettings[Name] | undefined
}): BoardSettings =>
  Object.fromEntries(
    Object.entries(BOARD_DEFAULTS).map(([name, missing]) => [
      name,
      of[name as keyof BoardSettings] ?? missing,
    ]),
  ) as unknown as BoardSettings

/** The counters and the last thread of a board without threads. */
export const EMPTY_BOARD = {
  threadCount: 0,
  postCount: 0,
  days: {},
  lastThreadId: null,
  lastPostAt: null,
  deletedAt: null,
  deletedBy: null,
  revision: 0,
  epoch: 0,
  marks: {},
} as const satisfies Partial<BoardDoc>

export const boardCollection = defineCollection('boards', fields, [UNFINISHED_INDEX])
