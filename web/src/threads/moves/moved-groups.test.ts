import { expect, it } from 'vitest'
import { movedGroups } from './moved-groups'
import { threadNamed } from './moves.actions'

it('groups replies that have moved by the posts between which they were', () => {
  const postIds = { 2: 12, 5: 15, 6: 16 }
  const moved = { 3: { postId: 13 }, 4: { postId: 14 }, 6: { postId: 99 }, 7: { postId: 17 }, 9: null }
  expect(movedGroups({ first: 2, last: 21 }, { postIds, moved })).toEqual([
    { postId: 13, count: 2, before: 15 },
    { postId: 17, count: 1, before: null },
  ])
  expect(movedGroups({ first: 2, last: 21 }, { postIds, moved: {} })).toEqual([])
})

it('reads the number of a thread from a number or an address, and nothing else', () => {
  expect(
    ['12', '#12', 'https://forum.example/threads/12/page/3#post-5', '/threads/12'].map(threadNamed),
  ).toEqual([12, 12, 12, 12])
  expect(['12 号线', '签证', '0', '/boards/12'].map(threadNamed)).toEqual([null, null, null, null])
})
