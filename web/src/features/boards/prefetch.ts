import { useForum } from '../../store'
import { readPage } from '../../ui'
import { allBoards, boardThreads, categoryThreads, sortOf } from './lists'

type Params = Record<string, string | undefined>

export const prefetchBoards = (): Promise<void> => useForum.getState().prefetchList(allBoards)

export async function prefetchBoard({ boardId }: Params, query: URLSearchParams): Promise<void> {
  const page = readPage(query.get('page'))
  await useForum.getState().prefetchList(boardThreads(Number(boardId), page, sortOf(query.get('sort'))))
}

export async function prefetchCategory({ name = '' }: Params, query: URLSearchParams): Promise<void> {
  await useForum.getState().prefetchList(categoryThreads(name, readPage(query.get('page'))))
}
