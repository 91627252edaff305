import { expect, it } from 'vitest'
import { pageOf } from './page-of'

it('finds what an address of the forum shows', () => {
  expect(pageOf('https://forum.example/threads/5')).toEqual({ kind: 'thread', id: 5 })
  expect(pageOf('https://forum.example/threads/5/page/3?a=b')).toEqual({ kind: 'thread', id: 5 })
  expect(pageOf('https://forum.example/threads/5/page/3#post-81')).toEqual({ kind: 'post', id: 81 })
  expect(pageOf('/threads/5#post-81-2')).toEqual({ kind: 'post', id: 81 })
  expect(pageOf('/posts/81')).toEqual({ kind: 'post', id: 81 })
  expect(pageOf('/users/7/')).toEqual({ kind: 'member', id: 7 })
})

it('finds nothing in any other address', () => {
  for (const url of [
    'https://forum.example/',
    '/boards/3',
    '/posts/0',
    '/posts/1e3',
    '/threadsx/5',
    'http://[',
  ])
    expect(pageOf(url)).toBeNull()
})
