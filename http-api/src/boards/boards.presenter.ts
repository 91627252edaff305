import { OPEN_ACCESS } from '@forum/shared/access'
import type { Board, BoardName } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import { mayReplyInBoard, mayStartThread, type Actor } from '@forum/shared/policies'
import { publicAuthorId, type People } from '../members'
import { levelOf, type ChosenLevels } from './board-levels.service'
import type { BoardTree } from './board-tree'
import { boardSettings, type BoardDoc } from './boards.model'

export function presentBoardName(board: BoardDoc | undefined, id: number, language: Language): BoardName {
  const name = board?.name ?? ''
  const nameZh = board?.nameZh ?? ''
  return { id, name, name_zh: nameZh, displayName: language === 'zh' ? nameZh : name }
}

/** The facts that a board shows about the thread with its newest post. */
export interface LastThread {
  _id: number
  boardId: number
  title: string
  lastPostAt: Date
  lastPostUserId: number
  authorId: number
  isDeleted: boolean
}

/** Other data that the JSON of a board needs. */
export interface BoardContext {
  tree: BoardTree
  people: People
  lastThreads: ReadonlyMap<number, LastThread>
  today: string
  language: Language
}

type Numbers = Pick<Board, 'threadCount' | 'postCount' | 'todayCount'>

/** Returns the counts of a board together with those of its sub-boards that the same readers see. */
export function countsOf(board: BoardDoc, tree: BoardTree, today: string): Numbers {
  const counts = {
    threadCount: board.threadCount,
    postCount: board.postCount,
    todayCount: board.days[today] ?? 0,
  }
  return tree.countedWith(board._id).reduce((sum, child) => {
    const of = countsOf(child, tree, today)
    return {
      threadCount: sum.threadCount + of.threadCount,
      postCount: sum.postCount + of.postCount,
      todayCount: sum.todayCount + of.todayCount,
    }
  }, counts)
}

/**
 * Returns the version of `countsOf` and `newestOf`: it increases with every change of the counters of the board or of
 * those below it.
 */
export function versionOf(board: BoardDoc, tree: BoardTree): number {
  return tree.countedWith(board._id).reduce((sum, child) => sum + versionOf(child, tree), board.revision)
}

/** Returns the board itself or the one below it that has the newest post. */
export function newestOf(board: BoardDoc, tree: BoardTree): BoardDoc {
  return tree.countedWith(board._id).reduce((newest, child) => {
    const candidate = newestOf(child, tree)
    return (candidate.lastPostAt?.getTime() ?? 0) > (newest.lastPostAt?.getTime() ?? 0) ? candidate : newest
  }, board)
}

export function presentLastThread(board: BoardDoc, context: Omit<BoardContext, 'today' | 'language'>) {
  const { _id: boardId, lastThreadId } = newestOf(board, context.tree)
  const thread = lastThreadId === null ? undefined : context.lastThreads.get(lastThreadId)
  // A thread that is deleted, or has moved to where fewer may read it, remains the last one until its board follows.
  return thread && !thread.isDeleted && thread.boardId === boardId
    ? {
        id: thread._id,
        title: thread.title,
        lastPostAt: thread.lastPostAt.toISOString(),
        lastPostUser: context.people.summary(thread.lastPostUserId),
        userId: publicAuthorId(thread.authorId),
      }
    : null
}

/** Returns what a member may do in a board, and how much the member wants of it. */
export const presentBoardViewer = (
  { _id: id, postRole }: BoardDoc,
  actor: Actor,
  tree: BoardTree,
  chosen: ChosenLevels,
): NonNullable<Board['viewer']> => ({
  canStart:
    mayStartThread(actor, { id, postRole, hasChildren: tree.childrenOf(id).length > 0 }) === 'allowed',
  canReply: mayReplyInBoard(actor, id) === 'allowed',
  level: levelOf(chosen, id),
})

/**
 * Returns a board with its direct children, each of them with `children: []`, as a stranger sees it: what members may do
 * is a gap in a body that they share.
 */
export function presentBoard(board: BoardDoc, context: BoardContext, withChildren = true): Board {
  const { tree, people, language } = context
  const parent = board.parentId === null ? undefined : tree.find(board.parentId)
  const names = presentBoardName(board, board._id, language)
  return {
    ...names,
    description: board.description,
    description_zh: board.descriptionZh,
    displayDescription: language === 'zh' ? board.descriptionZh : board.description,
    translatedName: names.displayName,
    parentId: board.parentId,
    parent: parent ? presentBoardName(parent, parent._id, language) : null,
    children: withChildren
      ? tree.childrenOf(board._id).map((child) => presentBoard(child, context, false))
      : [],
    category: board.category,
    icon: board.icon ?? null,
    color: board.color ?? null,
    moderators: board.moderatorIds.map((id) => people.summary(id)),
    ...countsOf(board, tree, context.today),
    position: board.position,
    ...boardSettings(board),
    access: board.access ?? OPEN_ACCESS,
    groupIds: board.groupIds ?? [],
    types: board.types ?? [],
    isOpen: tree.openBoards.has(board._id),
    viewer: null,
    lastThread: presentLastThread(board, context),
  }
}
