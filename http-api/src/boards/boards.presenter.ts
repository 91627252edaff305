import type { Board, BoardName } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import type { People } from '../members/members.queries'
import type { ThreadDoc } from '../threads/threads.model'
import type { BoardDoc } from './boards.model'
import type { BoardTree } from './board-tree'

export function presentBoardName(board: BoardDoc | undefined, id: number, language: Language): BoardName {
  const name = board?.name ?? ''
  const nameZh = board?.nameZh ?? ''
  return { id, name, name_zh: nameZh, displayName: language === 'zh' ? nameZh : name }
}

export interface BoardSurroundings {
  tree: BoardTree
  people: People
  lastThreads: ReadonlyMap<number, ThreadDoc>
  today: string
  language: Language
}

type Numbers = Pick<Board, 'threadCount' | 'postCount' | 'todayCount'>

/** A board's counts include its sub-boards' (contract §5). */
export function countsOf(board: BoardDoc, tree: BoardTree, today: string): Numbers {
  const own = {
    threadCount: board.threadCount,
    postCount: board.postCount,
    todayCount: board.days[today] ?? 0,
  }
  return tree.childrenOf(board._id).reduce((sum, child) => {
    const of = countsOf(child, tree, today)
    return {
      threadCount: sum.threadCount + of.threadCount,
      postCount: sum.postCount + of.postCount,
      todayCount: sum.todayCount + of.todayCount,
    }
  }, own)
}

/** The board itself or one below it, whichever has the newest post. */
export function newestOf(board: BoardDoc, tree: BoardTree): BoardDoc {
  return tree.childrenOf(board._id).reduce((newest, child) => {
    const candidate = newestOf(child, tree)
    return (candidate.lastPostAt?.getTime() ?? 0) > (newest.lastPostAt?.getTime() ?? 0) ? candidate : newest
  }, board)
}

export function presentLastThread(board: BoardDoc, around: Omit<BoardSurroundings, 'today' | 'language'>) {
  const lastThreadId = newestOf(board, around.tree).lastThreadId
  const thread = lastThreadId === null ? undefined : around.lastThreads.get(lastThreadId)
  return thread
    ? {
        id: thread._id,
        title: thread.title,
        lastPostAt: thread.lastPostAt.toISOString(),
        lastPostUser: around.people.summary(thread.lastPostUserId),
      }
    : null
}

/** A board with its direct children, each of them with `children: []`. */
export function presentBoard(board: BoardDoc, around: BoardSurroundings, withChildren = true): Board {
  const { tree, people, language } = around
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
      ? tree.childrenOf(board._id).map((child) => presentBoard(child, around, false))
      : [],
    category: board.category,
    moderators: board.moderatorIds.map((id) => people.summary(id)),
    ...countsOf(board, tree, around.today),
    position: board.position,
    postRole: board.postRole,
    lastThread: presentLastThread(board, around),
  }
}
