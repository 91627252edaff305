import { forum } from '../store'
import { readPage } from '../ui'
import { prefetchList } from '../resource'
import { marksIn } from './board-marks'
import { boardThreads, categoryThreads, sortOf } from './board-lists'
import { allBoards, allCategories } from './lists'

type Params = Record<string, string | undefined>

export async function prefetchBoards(): Promise<void> {
  await Promise.all([prefetchList(forum, allBoards), prefetchList(forum, allCategories)])
}

export async function prefetchBoard({ boardId }: Params, query: URLSearchParams): Promise<void> {
  const page = readPage(query.get('page'))
  await prefetchList(forum, boardThreads(Number(boardId), page, sortOf(query.get('sort')), marksIn(query)))
}

export async function prefetchCategory({ name = '' }: Params, query: URLSearchParams): Promise<void> {
  await prefetchList(forum, categoryThreads(name, readPage(query.get('page'))))
}
