import { expect, it } from 'vitest'
import { Bitmap } from '../doc-lists'
import type { IndexPart } from '../evaluate'
import { MemorySegment } from '../memory-segment'
import { ThreadTable } from '../thread-table'
import { conceptsOf } from './concepts'
import { Nearness, type NearnessOptions } from './nearness'
import { Synonyms } from './synonyms'

const synonyms = new Synonyms([['没抽中', '落签']])

/** Threads of a title, an opening post and replies each. */
function nearnessOf(threads: [title: string, ...posts: string[]][], options: Partial<NearnessOptions> = {}) {
  const segment = new MemorySegment()
  const table = new ThreadTable()
  let post = 0
  for (const [i, [title, ...posts]] of threads.entries()) {
    const thread = i + 1
    table.set({ thread, seq: 1, boardId: 1, isDeleted: false, replies: 0, lastPostAt: 0 })
    for (const [k, text] of posts.entries()) {
      post += 1
      segment.add({ post, thread, author: thread, time: post, seq: 1, title: k === 0 ? title : null, text })
    }
  }
  const { columns, count, newest } = segment
  const part: IndexPart = { columns, count, newest, dead: Bitmap.of(0), terms: segment }
  return new Nearness({
    begunAt: performance.now(),
    deadline: Infinity,
    filter: {},
    threads: table,
    parts: [part],
    wanted: { threads: true, posts: true },
    read: () => Promise.reject(new Error('nothing is stored')),
    keptDocs: { get: () => undefined, set: () => undefined },
    ...options,
  })
}
const threadsOf = (nearness: Nearness) => nearness.best('threads', 10).map(({ threadId }) => threadId)

it('a title counts more than an opening post, and that more than a reply', async () => {
  const nearness = nearnessOf([
    ['别的', '开头', '还是落签'],
    ['别的', '又落签了'],
    ['落签之后', '开头'],
    ['无关', '无关'],
  ])
  await nearness.add(conceptsOf('落签', synonyms))
  expect(threadsOf(nearness)).toEqual([3, 2, 1])
  expect(nearness.best('posts', 10).map(({ postId }) => postId)).toEqual([2])
})

it('the own words of a query count more than their synonyms', async () => {
  const nearness = nearnessOf([
    ['今年落签', '一'],
    ['今年没抽中', '二'],
    ['无关', '三'],
  ])
  await nearness.add(conceptsOf('没抽中', synonyms))
  expect(threadsOf(nearness)).toEqual([2, 1])
})

it('a rare word counts more than a common one', async () => {
  const nearness = nearnessOf([
    ['律师推荐', '一'],
    ['律师费用', '二'],
    ['律师好吗', '三'],
    ['公证', '四'],
    ['无关', '五'],
  ])
  await nearness.add(conceptsOf('律师 公证', synonyms))
  expect(threadsOf(nearness)[0]).toBe(4)
})

it('what is borrowed finds more, behind what has the words of the query', async () => {
  const nearness = nearnessOf([
    ['保号套餐', '一'],
    ['最低话费', '二'],
    ['无关', '三'],
  ])
  await nearness.add(conceptsOf('保号', synonyms))
  expect(threadsOf(nearness)).toEqual([1])
  await nearness.borrow(conceptsOf('话费', synonyms), 0.4)
  expect(threadsOf(nearness)).toEqual([1, 2])
})

it('nothing is near that only has question words and one character', async () => {
  const nearness = nearnessOf([['怎么办呢', '请问怎么签']])
  await nearness.add(conceptsOf('怎么办 落签', synonyms))
  expect(threadsOf(nearness)).toEqual([])
})

it('what was found until its time is over is returned', async () => {
  const nearness = nearnessOf([['落签', '一']], { deadline: -Infinity })
  await nearness.add(conceptsOf('落签', synonyms))
  await nearness.borrow(conceptsOf('抽签', synonyms), 0.4)
  expect(threadsOf(nearness)).toEqual([])
})

it('two very common words both count', async () => {
  const common = Array.from({ length: 300_001 }, () => 'ab cd')
  const nearness = nearnessOf([
    ['一', ...common],
    ['二', 'ab cd'],
    ['三', 'ab'],
  ])
  await nearness.add(conceptsOf('ab cd', synonyms))
  expect(threadsOf(nearness)).toEqual([2, 1, 3])
})
