import { type CurrentUser } from '@forum/shared/contract'
import { type Call } from '../lib/api'
import { slices } from '../app/areas'
import { talkTypingSlice } from '../messages/talk-typists'
import { keptSlice } from '../members/kept/kept.slice'
import { moderationSlices } from '../moderation/slices'
import { createForum, type Forum, forum, type Session, sessionSlice, type Slice } from '../store'

// The lazily loaded screens find the state that comes with them.
forum.addSlices([...slices, ...moderationSlices, talkTypingSlice, keptSlice])

/** Every slice of a store, the session included. */
export const allSlices: readonly Slice<object>[] = [sessionSlice, ...slices]

const noCall = (() => Promise.reject(new Error('this test calls no server'))) as unknown as Call

/** Opens a separate store with all slices of the page. */
export const aForum = (call: unknown = noCall, clock = { now: () => new Date(0) }): Forum =>
  createForum({ call: call as Call, clock }, slices)

/** Sets the session without resetting anything. */
export function setSession(targetForum: Forum, session: Partial<Session>): void {
  targetForum.update((write) => {
    Object.assign(write(sessionSlice), session)
  })
}

/** Signs a member in without resetting anything; null signs out. */
export function signIn(targetForum: Forum, user: CurrentUser | null): void {
  setSession(targetForum, { status: user ? 'member' : 'anonymous', user, endedBecause: null })
}

/** Puts the page's store back into the state of a newly opened page. */
export function resetPage(): void {
  forum.update((write) => {
    for (const slice of allSlices) {
      const state = write(slice)
      for (const key of Object.keys(state)) Reflect.deleteProperty(state, key)
      Object.assign(state, slice.initial())
    }
  })
}
