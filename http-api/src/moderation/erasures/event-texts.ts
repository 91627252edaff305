import type { PostDoc, ThreadEventDoc, ThreadLogCollections } from '../../log'

/** Whole collections are read, as rarely as something is erased. */
export const PATIENTLY = { maxTimeMS: 0 } as const

/** Returns the events of a post, also those in threads that it has left, oldest first. */
export async function eventsOfPost(
  { movedPosts, threadEvents }: Pick<ThreadLogCollections, 'movedPosts' | 'threadEvents'>,
  { _id, threadId }: Pick<PostDoc, '_id' | 'threadId'>,
): Promise<ThreadEventDoc[]> {
  const left = await movedPosts.find({ postId: _id }, { projection: { threadId: 1 } }).toArray()
  const inThreads = { $in: [threadId, ...left.map((moved) => moved.threadId)] }
  const found = await threadEvents
    .find<ThreadEventDoc>({ threadId: inThreads, 'post._id': _id }, PATIENTLY)
    .toArray()
  return found.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The seqs of a post that has moved are of several threads. */
const placeOf = ({ seq, post }: ThreadEventDoc): number => seq + (post?.seqBase ?? 0)

/** Replaces fields of an event. */
export async function rewriteEvent(
  { threadEvents }: Pick<ThreadLogCollections, 'threadEvents'>,
  _id: string,
  $set: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (Object.keys($set).length > 0) await threadEvents.updateOne({ _id }, { $set: $set as object })
}

/** Replaces the texts in an event: `text` returns what is left of one. */
export const textsOf = (
  { post, replacedContent }: ThreadEventDoc,
  text: (content: string) => string,
): Record<string, string> => ({
  ...(post?.content === undefined ? {} : { 'post.content': text(post.content) }),
  ...(replacedContent === undefined ? {} : { replacedContent: text(replacedContent) }),
})
