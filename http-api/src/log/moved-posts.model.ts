import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const fields = {
  /** `threadId:number` */
  _id: field.string,
  threadId: field.number,
  number: field.number,
  postId: field.number,
  appliedSeq: field.number,
}

/** A number of a thread whose post has left, as projected from the log; it counts while no post has the number. */
export type MovedPostDoc = DocumentOf<typeof fields>

export const movedPostId = (threadId: number, number: number) => `${threadId}:${number}`

export const movedPostCollection = defineCollection('movedPosts', fields, [
  // The numbers of a page.
  { key: { threadId: 1, number: 1 } },
  // The threads that a post was in.
  { key: { postId: 1 } },
  // Changes since a seq.
  { key: { threadId: 1, appliedSeq: 1 } },
])
