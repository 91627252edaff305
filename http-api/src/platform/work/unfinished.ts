import type { mongo } from 'mongoose'
import { field, type Collection } from '../mongo/model'

/**
 * Work that a change of a document leaves to do. The document carries it from the write that makes the change until the
 * work is done, so that neither is lost without the other. Kinds add fields with what the work needs.
 */
export interface Work<Kind extends string = string> {
  /** Identifies the work within its document. */
  id: string
  kind: Kind
  /** When the change was made, by the clock of its process. */
  since: Date
}

/** An act of a moderator that the log of moderation does not contain yet. */
export interface ActWork extends Work<'act'> {
  act: KeptAct
}
/** As much of an act as the documents that carry it know. */
export interface KeptAct {
  key: string
  at: Date
}

/** Returns the work to log an act, written together with what the act changes. */
export const actWork = <const Act extends KeptAct>(act: Act) =>
  ({ id: act.key, kind: 'act', since: act.at, act }) as const

/** Declares the field with which documents carry their unfinished work. */
export const unfinishedWork = <Left extends Work>() => ({
  unfinished: field.optional(field.mixed<Left[]>()),
})

/** The index by which the sweep finds documents with unfinished work. */
export const UNFINISHED_INDEX = {
  key: { 'unfinished.since': 1 },
  partialFilterExpression: { 'unfinished.0': { $exists: true } },
} as const

/** The condition that a document has no unfinished work. */
export const FINISHED = { 'unfinished.0': { $exists: false } } as const

/** Returns an update that leaves work to do. */
export const withWork = <
  const Update extends { $set?: object; $push?: object; $pull?: object },
  const Left extends readonly Work[],
>(
  update: Update,
  ...left: Left
): Update & { $push: { unfinished: { $each: Left[number][] } } } => ({
  ...update,
  $push: { ...update.$push, unfinished: { $each: [...left] } },
})

/** Returns the part of an update that drops work that is no longer wanted. */
export const withoutWork = (id: string) => ({ $pull: { unfinished: { id } } })

/** A collection of documents with unfinished work, whatever else they contain. */
export type Carrier = Pick<Collection<mongo.Document>, 'collectionName'>

interface CarryingDoc {
  _id: number | string
  unfinished?: Work[]
}

/** Removes finished work from its document. */
export async function removeWork(carrier: Carrier, _id: CarryingDoc['_id'], ids: string[]): Promise<void> {
  const documents = carrier as unknown as Collection<CarryingDoc>
  await documents.updateOne({ _id }, { $pull: { unfinished: { id: { $in: ids } } } })
}

/** Finishes work at once and removes it from its document. After a failure returns null; the sweep tries again. */
export async function finishNow<Result>(
  { carrier, _id, ids }: { carrier: Carrier; _id: CarryingDoc['_id']; ids: string[] },
  finish: () => Promise<Result>,
  onFailure: (error: unknown) => void,
): Promise<Result | null> {
  try {
    const result = await finish()
    await removeWork(carrier, _id, ids)
    return result
  } catch (error) {
    onFailure(error)
    return null
  }
}
