import type { Activity } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import { presentBoardName, type BoardTree } from '../../boards'
import type { People } from '../../members'
import type { ActivityDoc } from './activities.model'

interface ActivityContext {
  people: People
  tree: BoardTree
  language: Language
}

export function presentActivity(line: ActivityDoc, { people, tree, language }: ActivityContext): Activity {
  const { boardIds, threadId, title, userId, handledById } = line
  const [boardId, fromBoardId] = boardIds
  const { postCount, joinedAt } = people.author(line.actorId)
  const boardOf = (id: number) => presentBoardName(tree.find(id), id, language)
  return {
    id: line._id,
    kind: line.kind,
    actor: { ...people.summary(line.actorId), createdAt: joinedAt, postCount },
    board: boardId === undefined ? null : boardOf(boardId),
    thread: threadId === null ? null : { id: threadId, title: title ?? '' },
    postId: line.postId,
    postNumber: line.postNumber,
    excerpt: line.excerpt,
    detail: {
      ...line.detail,
      ...(fromBoardId === undefined ? {} : { fromBoard: boardOf(fromBoardId) }),
      ...(userId === null ? {} : { user: people.summary(userId) }),
    },
    flags: line.flags,
    handledBy: handledById === undefined ? null : people.summary(handledById),
    createdAt: line.at.toISOString(),
  }
}

/** Returns the members that lines mention. */
export const peopleOf = (lines: readonly ActivityDoc[]): number[] =>
  lines.flatMap(({ actorId, userId, handledById }) => [actorId, userId ?? actorId, handledById ?? actorId])
