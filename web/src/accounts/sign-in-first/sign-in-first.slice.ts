import { defineSlice } from '../../store'

/** An act that a visitor wants to do, with the id of its post, thread, member or board; 0 for none. */
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
  /** The address at which the act is done after signing in. */
  place: string
  /** The name of the member concerned. */
  name?: string
  /** The number of the post concerned. */
  number?: number
}

export interface SignInFirst {
  /** The act for which the open dialog asks the visitor to sign in. */
  asked: Wanted | null
  /** The act that is done as soon as the visitor is signed in and back. */
  waiting: Wanted | null
}

/** Kept when the visitor's session ends, since signing in begins another. */
export const signInFirstSlice = defineSlice(
  'signInFirst',
  (): SignInFirst => ({ asked: null, waiting: null }),
  { scope: 'device' },
)
