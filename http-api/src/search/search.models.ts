import type { Connection, mongo } from 'mongoose'
import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

/** Bytes, as the driver returns them. */
type Bytes = mongo.Binary

const feedFields = {
  /** Without gaps, so that a reader notices what it has missed. */
  _id: field.number,
  threadId: field.number,
  /** The seq of the change in its thread. */
  seq: field.number,
  /**
   * The offset that makes it comparable with seqs of threads that the post was in before; missing if it has not
   * moved.
   */
  seqBase: field.optional(field.number),
  /** The changed post; null if only the thread changed. */
  postId: field.nullable(field.number),
  /** True if the title changed, which is indexed with the opening post. */
  isTitle: field.boolean,
  at: field.date,
}

/** A change of a post or thread that is not in a segment yet. It has no content: readers read what is current. */
export type FeedEntry = DocumentOf<typeof feedFields>

/** A segment without its pages. */
const segmentFields = {
  _id: field.number,
  /** When its writing began: one that is never finished is removed. */
  at: field.date,
  /** When another segment replaced it. */
  retiredAt: field.optional(field.date),
  /** The first term of each page, one on a line, in UTF-16. */
  firsts: field.optional(field.mixed<Bytes>()),
  post: field.optional(field.mixed<Bytes>()),
  thread: field.optional(field.mixed<Bytes>()),
  author: field.optional(field.mixed<Bytes>()),
  time: field.optional(field.mixed<Bytes>()),
  seq: field.optional(field.mixed<Bytes>()),
  opening: field.optional(field.mixed<Bytes>()),
}

const pageFields = { _id: field.number, data: field.mixed<Bytes>() }
/** A page of a segment. */
export type PageDoc = DocumentOf<typeof pageFields>

const stateFields = {
  /** `manifest`, `rebuild` or `ids`. */
  _id: field.string,
  value: field.mixed<unknown>(),
}

const emptyFields = { _id: field.string, count: field.number }

export const searchCollections = (connection: Connection) => ({
  searchState: defineCollection('searchState', stateFields)(connection),
  searchFeed: defineCollection('searchFeed', feedFields)(connection),
  searchSegments: defineCollection('searchSegments', segmentFields)(connection),
  /** Searches of a day of the site's calendar that found nothing; what was searched for is not kept. */
  emptySearches: defineCollection('emptySearches', emptyFields)(connection),
  searchPages: defineCollection('searchPages', pageFields)(connection),
})
export type SearchCollections = ReturnType<typeof searchCollections>
