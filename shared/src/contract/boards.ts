import * as z from 'zod/mini'
import {
  BOARD_MODERATORS_MAX,
  BOARD_POSITION_MAX,
  CATEGORIES_MAX,
  GROUPS_MAX,
  POPULAR_BOARDS,
} from '../limits'
import { ADMITTED, BOARD_LEVELS, WRITERS } from '../access'
import { endpoint } from './define'
import { board, BOARD_APPROVALS, category, role, threadInList } from './entities'
import {
  boardDescription,
  boardIcon,
  boardRules,
  boardTitle,
  categoryName,
  categorySlug,
  colour,
  id,
  limit,
  page,
  flag,
  pathId,
  queryBoolean,
  queryNumber,
  threadTypeKey,
  threadTypes,
} from './fields'
import { pagination } from './paging'
import { sortBy, sortOrder } from './sorting'

const params = z.object({ boardId: pathId })

const boardFields = {
  name: z.optional(boardTitle),
  name_zh: z.optional(boardTitle),
  description: z.optional(boardDescription),
  description_zh: z.optional(boardDescription),
  parentId: z.optional(z.nullable(id)),
  category: z.optional(categoryName),
  icon: z.optional(z.nullable(boardIcon)),
  color: z.optional(z.nullable(colour)),
  rules: z.optional(boardRules),
  position: z.optional(z.int('invalid').check(z.minimum(0, 'range'), z.maximum(BOARD_POSITION_MAX, 'range'))),
  moderatorIds: z.optional(z.array(id, 'invalid').check(z.maxLength(BOARD_MODERATORS_MAX, 'too_many'))),
  postRole: z.optional(role),
  approval: z.optional(z.enum(BOARD_APPROVALS, 'invalid')),
  access: z.optional(
    z.object({
      see: z.optional(z.enum(ADMITTED, 'invalid')),
      start: z.optional(z.enum(WRITERS, 'invalid')),
      reply: z.optional(z.enum(WRITERS, 'invalid')),
    }),
  ),
  allowsAnonymous: z.optional(z.boolean('invalid')),
  showsEdits: z.optional(flag),
  groupIds: z.optional(z.array(id, 'invalid').check(z.maxLength(GROUPS_MAX, 'too_many'))),
  types: z.optional(threadTypes),
  typeRequired: z.optional(flag),
  isQuestions: z.optional(flag),
}

const categoryFields = {
  name: z.optional(boardTitle),
  name_zh: z.optional(boardTitle),
  slug: z.optional(categorySlug),
  position: z.optional(z.int('invalid').check(z.minimum(0, 'range'), z.maximum(CATEGORIES_MAX, 'range'))),
}
const ofCategory = z.object({ key: z.string() })

export const boardEndpoints = {
  listBoards: endpoint({
    summary: 'Every board, flat, in display order',
    method: 'GET',
    path: '/boards',
    response: z.strictObject({ boards: z.array(board) }),
  }),

  popularBoards: endpoint({
    summary:
      'Boards with the most posts in the last 7 days first, the busiest of the day among them; a bare array',
    method: 'GET',
    path: '/boards/popular',
    query: z.object({ limit: z._default(queryNumber(1, 100), POPULAR_BOARDS) }),
    response: z.array(board),
  }),

  listUnreadBoards: endpoint({
    summary: 'The boards with threads that the caller has not read, each by its own threads alone',
    method: 'GET',
    path: '/boards/unread',
    access: 'member',
    response: z.strictObject({ boardIds: z.array(id) }),
  }),

  getBoard: endpoint({
    summary:
      'A board and a page of its threads, pinned first, then the newest last post; filter=featured, type and solved list some of them only, without pinned ones first. A merged board is the one that it was merged into',
    method: 'GET',
    path: '/boards/:boardId',
    params: z.object({ boardId: pathId }),
    query: z.object({
      page,
      limit,
      sortBy,
      sortOrder,
      filter: z.optional(z.enum(['featured'])),
      type: z.optional(threadTypeKey),
      solved: z.optional(queryBoolean),
    }),
    response: z.strictObject({ board, threads: z.array(threadInList), pagination }),
    errors: ['NOT_FOUND'],
  }),

  setBoardLevel: endpoint({
    summary:
      'Follows a board with those below it, whose new threads then notify the caller, hides them from the lists of the whole forum, or ends either',
    method: 'PUT',
    path: '/boards/:boardId/level',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ level: z.enum(BOARD_LEVELS, 'invalid') }),
    response: z.strictObject({ board }),
    errors: ['NOT_FOUND'],
  }),

  listCategories: endpoint({
    summary: 'The categories, in display order',
    method: 'GET',
    path: '/categories',
    response: z.strictObject({ categories: z.array(category) }),
  }),

  getCategory: endpoint({
    summary:
      'A category by slug, key or Chinese name, or by a slug that it had: its boards and their newest threads',
    method: 'GET',
    path: '/categories/:name',
    params: z.object({ name: z.string() }),
    query: z.object({ page, limit }),
    response: z.strictObject({
      category: z.strictObject({ name: z.string(), displayName: z.string() }),
      boards: z.array(board),
      threads: z.array(threadInList),
      pagination,
    }),
    errors: ['NOT_FOUND'],
  }),

  createCategory: endpoint({
    summary: 'Creates a category (admins). A missing name is taken from the other language',
    method: 'POST',
    path: '/categories',
    access: 'member',
    limit: 'edit',
    body: z.extend(z.object(categoryFields), { slug: categorySlug }).check(
      z.refine((of) => of.name !== undefined || of.name_zh !== undefined, {
        error: 'required',
        path: ['name_zh'],
      }),
    ),
    status: 201,
    response: z.strictObject({ category }),
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  updateCategory: endpoint({
    summary: 'Renames a category or moves it in the order (admins); addresses with its old slug lead on',
    method: 'PUT',
    path: '/categories/:key',
    access: 'member',
    limit: 'edit',
    params: ofCategory,
    body: z.object(categoryFields),
    response: z.strictObject({ category }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  deleteCategory: endpoint({
    summary: 'Deletes a category without boards (admins)',
    method: 'DELETE',
    path: '/categories/:key',
    access: 'member',
    limit: 'edit',
    params: ofCategory,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CATEGORY_NOT_EMPTY', 'CONFLICT'],
  }),

  createBoard: endpoint({
    summary: 'Creates a board (admins). A missing name is taken from the other language',
    method: 'POST',
    path: '/boards',
    access: 'member',
    limit: 'edit',
    body: z.object(boardFields).check(
      z.refine((of) => of.name !== undefined || of.name_zh !== undefined, {
        error: 'required',
        path: ['name_zh'],
      }),
    ),
    status: 201,
    response: z.strictObject({ board }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'PASSWORD_REQUIRED'],
  }),

  updateBoard: endpoint({
    summary: 'Changes a board, its place in the tree or its moderators (admins)',
    method: 'PUT',
    path: '/boards/:boardId',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object(boardFields),
    response: z.strictObject({ board }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'PASSWORD_REQUIRED'],
  }),

  deleteBoard: endpoint({
    summary: 'Deletes a board without threads and sub-boards (admins)',
    method: 'DELETE',
    path: '/boards/:boardId',
    access: 'member',
    limit: 'edit',
    params,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'BOARD_NOT_EMPTY', 'BOARD_HAS_CHILDREN'],
  }),
}
