import { expect, it } from 'vitest'
import { draftKey } from '../state/drafts'
import { aMember } from '../testing/boards'
import { aForum, setSession, signIn } from '../testing/forum'
import { startMessageDrafts } from './message-drafts'

const key = draftKey(7, 'message')
const stored = () => localStorage.getItem(key)

it('removes unsent messages of a member who signed out before it started', () => {
  localStorage.setItem(key, 'text')
  const forum = aForum()
  signIn(forum, null)
  startMessageDrafts(7, forum)()
  expect(stored()).toBeNull()
})

it('keeps unsent messages while their writer is signed in, or after the session has expired', () => {
  localStorage.setItem(key, 'text')
  const forum = aForum()
  signIn(forum, aMember({ id: 7 }))
  const stop = startMessageDrafts(7, forum)
  expect(stored()).toBe('text')
  setSession(forum, { status: 'anonymous', user: null, endedBecause: 'expired' })
  expect(stored()).toBe('text')
  stop()
})

it('forgets with them what was agreed with the account, which keeps its own', () => {
  localStorage.setItem(key, 'text')
  localStorage.setItem(`account-${key}`, '3 digest')
  const forum = aForum()
  signIn(forum, null)
  startMessageDrafts(7, forum)()
  // With it, their absence would say that they were sent.
  expect(Object.keys(localStorage)).toEqual([])
})
