import { defineSlice } from '../../store'

/** What a visitor wants to do, with what it concerns: the id of a post, a thread, a member or a board, 0 for none. */
export interface Wanted {
  act:
    | 'like'
    | 'quote'
    | 'reply'
    | 'report'
    | 'watch'
    | 'bookmark'
    | 'vote'
    | 'follow'
    | 'message'
    | 'newThread'
  id: number
  /** Where it is done once they have signed in. */
  place: string
  /** The member whom it concerns. */
  name?: string
  /** The number of the post that it concerns. */
  number?: number
}

export interface SignInFirst {
  /** What the open dialog asks to sign in for. */
  asked: Wanted | null
  /** What is done as soon as the visitor is signed in and back. */
  waiting: Wanted | null
}

/** It outlives the session of the visitor, since signing in begins another. */
export const signInFirstSlice = defineSlice(
  'signInFirst',
  (): SignInFirst => ({ asked: null, waiting: null }),
  { scope: 'device' },
)
