import type { Connection } from 'mongoose'
import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'

const importFields = {
  /** The software of the imported forum: `discuz`. */
  _id: field.string,
  startedAt: field.date,
  finishedAt: field.nullable(field.date),
  /** The highest id of the old forum that is imported, by step. */
  doneUpTo: field.mixed<Record<string, number>>(),
  /** Posts on a page of the old forum. */
  postsPerPage: field.number,
}

/** An import of another forum, which keeps the ids of that forum. It continues where it was interrupted. */
export type ImportDoc = DocumentOf<typeof importFields>

const movedFields = {
  /** The id of a thread of the old forum that only led to another. */
  _id: field.number,
  threadId: field.number,
}

/** Where a thread of the old forum was moved or merged to. */
export type MovedThreadDoc = DocumentOf<typeof movedFields>

export const importCollections = (connection: Connection) => ({
  imports: defineCollection('imports', importFields)(connection),
  movedThreads: defineCollection('movedThreads', movedFields)(connection),
})
export type ImportCollections = ReturnType<typeof importCollections>
