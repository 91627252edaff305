import { forum } from '../store'
import { readPage } from '../ui'
import { prefetchList } from '../resource'
import { allBoards, boardThreads, categoryThreads, sortOf } from './lists'

type Params = Record<string, string | undefined>

export const prefetchBoards = (): Promise<void> => prefetchList(forum, allBoards)

export async function prefetchBoard({ boardId }: Params, query: URLSearchParams): Promise<void> {
  const page = readPage(query.get('page'))
  await prefetchList(forum, boardThreads(Number(boardId), page, sortOf(query.get('sort'))))
}

export async function prefetchCategory({ name = '' }: Params, query: URLSearchParams): Promise<void> {
  await prefetchList(forum, categoryThreads(name, readPage(query.get('page'))))
}
