import { field } from './model'

/** An act of a moderator that the log of moderation will contain. */
export interface UnloggedAct {
  key: string
  at: Date
}

/**
 * The fields with which a document keeps acts that the log does not contain yet: written together with what the act
 * changes, so that neither exists without the other.
 */
export const unloggedActs = {
  unlogged: field.optional(field.mixed<UnloggedAct[]>()),
  /** When the latest of them was kept. */
  unloggedSince: field.optional(field.date),
}

/** The index by which a sweep finds documents that keep acts. */
export const UNLOGGED_ACTS_INDEX = {
  key: { unloggedSince: 1 },
  partialFilterExpression: { unloggedSince: { $exists: true } },
} as const

/** Returns the part of an update that keeps an act with the document it changes. */
export const keepAct = (act: UnloggedAct) => ({
  $push: { unlogged: act },
  $set: { unloggedSince: act.at },
})

/** Returns the part of an update that drops an act which has been reverted before it was logged. */
export const dropAct = ({ key }: UnloggedAct) => ({ $pull: { unlogged: { key } } })
