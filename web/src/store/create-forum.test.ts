import { expect, it, vi } from 'vitest'
import { type Call } from '../lib/api'
import { createForum, defineSlice, type ForumEvent } from '.'

const deps = { call: (() => undefined) as unknown as Call, clock: { now: () => new Date(5_000) } }
const typing = (id: string): ForumEvent =>
  ({ name: 'typing', id, at: '', threadId: 1, user: { id: 3 } }) as unknown as ForumEvent

const heard = defineSlice('heard', (): { ids: string[]; at: number } => ({ ids: [], at: 0 }), {
  on: {
    typing: (state, { id }, { now }) => {
      state.ids.push(id)
      state.at = now
    },
  },
})
const counted = defineSlice('counted', (): { count: number } => ({ count: 0 }), {
  scope: 'device',
  on: {
    typing: (state, _event, { read }) => {
      state.count = read(heard).ids.length
    },
  },
})

it('refuses two slices of one name', () => {
  const other = defineSlice('heard', () => ({}))
  expect(() => createForum(deps, [heard, other])).toThrow('two slices: heard')
})

it('keeps the state of a slice that is added again', () => {
  const forum = createForum(deps, [heard])
  forum.update((write) => {
    write(heard).ids.push('7')
  })
  forum.addSlices([heard])
  expect(forum.read(heard).ids).toEqual(['7'])
})

it('refuses to read or change a slice that is not in the store', () => {
  const forum = createForum(deps, [heard])
  expect(() => forum.read(counted)).toThrow('no slice counted')
  expect(() => {
    forum.update((write) => {
      write(counted).count = 1
    })
  }).toThrow('no slice counted')
})

it('applies all events of a batch in one change, in which a slice sees what others have become', () => {
  const forum = createForum(deps, [heard, counted])
  const changed = vi.fn()
  forum.subscribe((read, before) => {
    changed(read(counted).count, before(counted).count)
  })
  forum.receive([typing('a'), typing('b')])
  expect(changed.mock.calls).toEqual([[2, 0]])
  expect(forum.read(heard)).toEqual({ ids: ['a', 'b'], at: 5_000 })
})

it('keeps the state of two stores apart', () => {
  const [one, other] = [createForum(deps, [heard]), createForum(deps, [heard])]
  one.receive([typing('a')])
  expect(other.read(heard).ids).toEqual([])
})

it('resets the slices of the session with it, and keeps those of the device', () => {
  const forum = createForum(deps, [heard, counted])
  const before = forum.snapshot()
  forum.receive([typing('a')])
  forum.changeSession({ status: 'anonymous', user: null, endedBecause: null })
  expect(forum.read(heard)).toEqual({ ids: [], at: 0 })
  expect(forum.read(counted)).toEqual({ count: 1 })
  expect(before(counted)).toEqual({ count: 0 })
})
