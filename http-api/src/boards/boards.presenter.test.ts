import { describe, expect, it } from 'vitest'
import type { People } from '../members'
import { BoardTree } from './board-tree'
import type { BoardDoc } from './boards.model'
import { presentLastThread, type LastThread } from './boards.presenter'

const AT = new Date('2026-11-28T04:00:00Z')
const board = (_id: number, lastThreadId: number | null) =>
  ({
    _id,
    parentId: null,
    position: _id,
    moderatorIds: [],
    revision: 1,
    deletedAt: null,
    lastThreadId,
  }) as unknown as BoardDoc

describe('the last thread of a board', () => {
  const found = board(1, 7)
  const thread: LastThread = {
    _id: 7,
    boardId: 1,
    title: '抽签经验',
    lastPostAt: AT,
    lastPostUserId: 3,
    authorId: 3,
    isDeleted: false,
  }
  const shown = (changes: Partial<LastThread>) =>
    presentLastThread(found, {
      tree: new BoardTree([found, board(2, null)]),
      people: { summary: () => null } as unknown as People,
      lastThreads: new Map([[7, { ...thread, ...changes }]]),
    })

  it('is shown as it is now', () => {
    expect(shown({})).toMatchObject({ id: 7, title: '抽签经验' })
  })

  it('is not shown once it is deleted or in another board, although the board does not follow yet', () => {
    expect(shown({ isDeleted: true })).toBeNull()
    expect(shown({ boardId: 2 })).toBeNull()
  })
})
