import * as z from 'zod/mini'
import { POPULAR_BOARDS } from '../limits'
import { endpoint } from './define'
import { board, category, threadInList } from './entities'
import { limit, page, pathId, queryNumber } from './fields'
import { pagination } from './paging'
import { sortBy, sortOrder } from './sorting'

export const listBoards = endpoint({
  name: 'listBoards',
  summary: 'Every board, flat, in display order',
  method: 'GET',
  path: '/boards',
  answer: z.strictObject({ boards: z.array(board) }),
})

export const popularBoards = endpoint({
  name: 'popularBoards',
  summary: 'Boards with the most posts in the last 7 days first; a bare array',
  method: 'GET',
  path: '/boards/popular',
  query: z.object({ limit: z._default(queryNumber(1, 100), POPULAR_BOARDS) }),
  answer: z.array(board),
})

export const getBoard = endpoint({
  name: 'getBoard',
  summary: 'A board and a page of its threads, pinned first, then the newest last post',
  method: 'GET',
  path: '/boards/:boardId',
  params: z.object({ boardId: pathId }),
  query: z.object({ page, limit, sortBy, sortOrder }),
  answer: z.strictObject({ board, threads: z.array(threadInList), pagination }),
  errors: ['NOT_FOUND'],
})

export const listCategories = endpoint({
  name: 'listCategories',
  summary: 'The categories, in display order',
  method: 'GET',
  path: '/categories',
  answer: z.strictObject({ categories: z.array(category) }),
})

export const getCategory = endpoint({
  name: 'getCategory',
  summary: 'A category by slug, number or Chinese name: its boards and their newest threads',
  method: 'GET',
  path: '/categories/:name',
  params: z.object({ name: z.string() }),
  query: z.object({ page, limit }),
  answer: z.strictObject({
    category: z.strictObject({ name: z.string(), displayName: z.string() }),
    boards: z.array(board),
    threads: z.array(threadInList),
    pagination,
  }),
  errors: ['NOT_FOUND'],
})
