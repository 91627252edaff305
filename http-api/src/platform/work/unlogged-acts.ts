import { field } from '../mongo/model'

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

/** Returns the part of a new document that keeps the act which creates it. */
export const keptAct = (act: UnloggedAct) => ({ unlogged: [act], unloggedSince: act.at })

/** Returns an update that also keeps its act with the document it changes. */
export const withAct = <const Update extends { $set?: object; $push?: object }>(
  act: UnloggedAct,
  update: Update,
) => ({
  ...update,
  $set: { ...update.$set, unloggedSince: act.at },
  $push: { ...update.$push, unlogged: act },
})

/** Returns the part of an update that drops an act which has been reverted before it was logged. */
export const dropAct = ({ key }: UnloggedAct) => ({ $pull: { unlogged: { key } } })
