import { expect, it } from 'vitest'
import { readOldAddress, type OldAddress } from './old-address'

it.each<[string, OldAddress | null]>([
  ['/thread-12-1-1.html', { kind: 'thread', threadId: 12, page: 1 }],
  ['/thread-12-3-2.html', { kind: 'thread', threadId: 12, page: 3 }],
  ['/forum-40-1.html', { kind: 'board', boardId: 40 }],
  ['/space-uid-7.html', { kind: 'member', memberId: 7 }],
  ['/forum.php?mod=viewthread&tid=12', { kind: 'thread', threadId: 12, page: 1 }],
  ['/forum.php?mod=viewthread&tid=12&extra=page%3D1&page=4', { kind: 'thread', threadId: 12, page: 4 }],
  ['/forum.php?mod=viewthread&amp;tid=12', { kind: 'thread', threadId: 12, page: 1 }],
  ['/forum.php?mod=redirect&goto=findpost&ptid=12&pid=99', { kind: 'post', postId: 99, threadId: 12 }],
  ['/forum.php?mod=redirect&goto=lastpost&tid=12', { kind: 'thread', threadId: 12, page: 1 }],
  ['/forum.php?mod=forumdisplay&fid=40', { kind: 'board', boardId: 40 }],
  ['/forum.php?gid=1', { kind: 'board', boardId: 1 }],
  ['/forum.php', { kind: 'home' }],
  ['/home.php?mod=space&uid=7', { kind: 'member', memberId: 7 }],
  ['/viewthread.php?tid=12', { kind: 'thread', threadId: 12, page: 1 }],
  ['/redirect.php?goto=findpost&pid=99&ptid=12', { kind: 'post', postId: 99, threadId: 12 }],
  ['/forum.php?mod=viewthread&tid=0', null],
  ['/forum.php?mod=viewthread&tid=12%27', null],
  ['/forum.php?mod=post&action=reply', null],
  ['/thread-x-1-1.html', null],
  ['/threads/12', null],
])('reads %s', (address, expected) => {
  const { pathname, searchParams } = new URL(address, 'http://forum.example')
  expect(readOldAddress(pathname, searchParams)).toEqual(expected)
})
