import { type Board, type Role, type UserSummary } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Slice, type SliceTools } from '../../store/slice'

/** The properties of a board that an admin can set. */
export interface BoardChanges {
  name?: string
  name_zh?: string
  description?: string
  description_zh?: string
  parentId?: number | null
  category?: string
  postRole?: Role
}

export interface BoardAdminActions {
  /** Creates a board, or changes the one with this id; then reloads every list of boards. */
  saveBoard: (id: number | null, changes: BoardChanges & { moderatorIds: number[] }) => Promise<Result<void>>
  /** Moves a board up or down among its siblings. */
  moveBoard: (id: number, step: -1 | 1) => Promise<Result<void>>
  deleteBoard: (id: number) => Promise<Result<void>>
  /** Finds a member by username; null if there is none. */
  findMember: (username: string) => Promise<Result<UserSummary | null>>
}

declare module '../../store/slice' {
  interface ForumActions extends BoardAdminActions {}
}

export const boardAdminSlice = {
  scope: 'session',
  initialState: () => ({}),
  actions: ({ get, call }: SliceTools): BoardAdminActions => {
    const change = (work: () => Promise<unknown>): Promise<Result<void>> =>
      resultOf(
        work().then(async () => {
          // The event does the same, but the admin should not have to wait for it.
          await get().revalidateShown()
        }),
      )
    return {
      saveBoard: (id, changes) =>
        change(() =>
          id === null
            ? call('createBoard', { body: changes })
            : call('updateBoard', { params: { boardId: id }, body: changes }),
        ),

      moveBoard: (id, step) =>
        change(async () => {
          const { boards } = await call('listBoards')
          const parentId = boards.find((board) => board.id === id)?.parentId
          const siblings = boards.filter((board) => board.parentId === parentId)
          const from = siblings.findIndex((board) => board.id === id)
          const order: Board[] = siblings.filter((board) => board.id !== id)
          const moved = siblings[from]
          if (moved) order.splice(Math.max(0, from + step), 0, moved)
          // Positions created elsewhere may be equal, so siblings are renumbered, and those that change are saved.
          const first = Math.min(...siblings.map(({ position }) => position))
          for (const [index, { id: boardId, position }] of order.entries()) {
            if (position !== first + index)
              await call('updateBoard', { params: { boardId }, body: { position: first + index } })
          }
        }),

      deleteBoard: (id) => change(() => call('deleteBoard', { params: { boardId: id } })),

      findMember: (username) =>
        resultOf(
          call('searchUsers', { query: { q: username, limit: 20 } }).then(
            ({ users }) =>
              users.find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null,
          ),
        ),
    }
  },
} satisfies Slice
