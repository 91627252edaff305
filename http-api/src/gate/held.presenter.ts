import type { Held, OwnHeld } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import { presentBoardName, type BoardTree } from '../boards'
import { presentAttachment } from '../files'
import type { ThreadDoc } from '../log'
import type { People } from '../members'
import type { HeldDoc } from './held.model'

/** The members, boards and threads that held texts mention, looked up together. */
export interface HeldContext {
  people: People
  tree: BoardTree
  threads: ReadonlyMap<number, Pick<ThreadDoc, '_id' | 'title'>>
  language: Language
}

/** Presents a text that is held as the answer to the call that sent it. */
export const presentHeldBriefly = ({ _id, kind, createdAt, reasons: [reason = 'board'] }: HeldDoc) => ({
  id: _id,
  kind,
  createdAt: createdAt.toISOString(),
  reason,
})

/** Returns the recipients of a message, except of one in a group conversation that exists already. */
export const recipientsOf = ({ recipientId, userIds = [] }: HeldDoc): number[] =>
  recipientId === null ? userIds : [recipientId]

export function presentOwnHeld(held: HeldDoc, { people, tree, threads, language }: HeldContext): OwnHeld {
  const { kind, status, boardId, threadId, recipientId, attachments = [] } = held
  const thread = threadId === null ? undefined : threads.get(threadId)
  return {
    ...presentHeldBriefly(held),
    reasons: held.reasons,
    status: status === 'withdrawn' ? 'rejected' : status,
    title: held.title,
    content: held.content,
    editNote: held.editNote ?? null,
    attachments: attachments.map(presentAttachment),
    board: boardId === null ? null : presentBoardName(tree.find(boardId), boardId, language),
    thread: thread ? { id: thread._id, title: thread.title } : null,
    postId: kind === 'edit' ? held.subjectId : null,
    quotedPostId: held.quotedPostId,
    recipient: recipientId === null ? null : people.summary(recipientId),
    recipients: recipientsOf(held).map((recipient) => people.summary(recipient)),
    conversationId: held.conversationId ?? null,
    version: held.version,
    decidedAt: held.decidedAt?.toISOString() ?? null,
    note: held.note,
  }
}

/** Presents a held text for moderators. */
export function presentHeld(held: HeldDoc, context: HeldContext, words: readonly [number, number][]): Held {
  const { people } = context
  const author = held.alias ?? held.authorId
  const { joinedAt, postCount } = people.author(author)
  return {
    ...presentOwnHeld(held, context),
    author: { ...people.summary(author), createdAt: joinedAt, postCount },
    decidedBy: held.decidedBy === null ? null : people.summary(held.decidedBy),
    words: words.map(([from, to]) => [from, to]),
  }
}
