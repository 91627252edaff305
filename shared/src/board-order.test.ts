import { expect, it } from 'vitest'
import { siteAffairsLast } from './board-order'
import type { Board } from './contract'

it('puts the boards of the category of site affairs last, whatever its key is', () => {
  const board = (id: number, category: string, parentId: number | null = null) =>
    ({ id, category, parentId }) as Board
  const boards = [board(1, 'office'), board(2, '6'), board(3, '6', 1), board(4, 'gyms')]
  const categories = [
    { key: 'office', slug: 'site' },
    { key: '6', slug: 'walls' },
    { key: 'gyms', slug: 'gyms' },
  ]
  expect(siteAffairsLast(boards, categories).map(({ id }) => id)).toEqual([2, 4, 1, 3])
})
