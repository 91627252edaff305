import { type Api, type Board, type BodyOf, type UserSummary } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { revalidateShown } from '../../resource'
import { type Forum } from '../../store'
import { withFreshPassword } from '../../state/session'

function change(forum: Forum, work: () => Promise<unknown>): Promise<Result<void>> {
  return resultOf(
    work().then(async () => {
      // The event does the same, but the admin should not have to wait for it.
      await revalidateShown(forum)
    }),
  )
}

/** Creates a board, or changes the one with this id; then reloads every list of boards. */
export function saveBoard(
  forum: Forum,
  id: number | null,
  changes: BodyOf<Api['updateBoard']>,
): Promise<Result<void>> {
  return change(forum, () =>
    withFreshPassword(forum, () =>
      id === null
        ? forum.call('createBoard', { body: changes })
        : forum.call('updateBoard', { params: { boardId: id }, body: changes }),
    ),
  )
}

/** Moves a board up or down among its siblings. */
export function moveBoard(forum: Forum, id: number, by: -1 | 1): Promise<Result<void>> {
  return change(forum, async () => {
    const { boards } = await forum.call('listBoards')
    const parentId = boards.find((board) => board.id === id)?.parentId
    const siblings = boards.filter((board) => board.parentId === parentId)
    const from = siblings.findIndex((board) => board.id === id)
    const order: Board[] = siblings.filter((board) => board.id !== id)
    const moved = siblings[from]
    if (moved) order.splice(Math.max(0, from + by), 0, moved)
    // Positions created elsewhere may be equal, so siblings are renumbered, and those that change are saved.
    const first = Math.min(...siblings.map(({ position }) => position))
    for (const [index, { id: boardId, position }] of order.entries()) {
      if (position !== first + index)
        await forum.call('updateBoard', { params: { boardId }, body: { position: first + index } })
    }
  })
}

export function deleteBoard(forum: Forum, id: number): Promise<Result<void>> {
  return change(forum, () => forum.call('deleteBoard', { params: { boardId: id } }))
}

/** Creates a category, or renames the one with this key. */
export function saveCategory(
  forum: Forum,
  key: string | null,
  given: { name_zh: string; slug: string },
): Promise<Result<void>> {
  // The English name of a category follows the Chinese one, like a board's.
  const body = { ...given, name: given.name_zh }
  return change(forum, () =>
    key === null
      ? forum.call('createCategory', { body })
      : forum.call('updateCategory', { params: { key }, body }),
  )
}

export function moveCategory(forum: Forum, key: string, position: number): Promise<Result<void>> {
  return change(forum, () => forum.call('updateCategory', { params: { key }, body: { position } }))
}

export function deleteCategory(forum: Forum, key: string): Promise<Result<void>> {
  return change(forum, () => forum.call('deleteCategory', { params: { key } }))
}

/** Finds a member by username; null if there is none. */
export function findMember(forum: Forum, username: string): Promise<Result<UserSummary | null>> {
  return resultOf(
    forum
      .call('searchUsers', { query: { q: username, limit: 20 } })
      .then(
        ({ users }) => users.find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null,
      ),
  )
}
