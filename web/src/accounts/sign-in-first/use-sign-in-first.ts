import { useCallback, useEffect } from 'react'
import { type Result } from '../../lib/result'
import { forum, sessionSlice, useForum } from '../../store'
import { toast } from '../../ui'
import { authSlice, useSession } from '../../state/session'
import { signInFirstSlice, type Wanted } from './sign-in-first.slice'
import { signInFirstText } from './sign-in-first.texts'

/** Opens the dialog that asks a visitor to sign in, on a screen that contains `SignInFirst`. */
export function askToSignIn(wanted: Wanted): void {
  forum.update((write) => {
    write(signInFirstSlice).asked = wanted
  })
}

/** Returns a function that asks a visitor to sign in first. For members it does nothing and returns false. */
export function useSignInFirst(): (wanted: Wanted) => boolean {
  const isVisitor = useSession().status === 'anonymous'
  return useCallback(
    (wanted) => {
      if (isVisitor) askToSignIn(wanted)
      return isVisitor
    },
    [isVisitor],
  )
}

type Acts = { [Act in Wanted['act']]?: (id: number) => boolean }

/**
 * Does what a visitor wanted before signing in, once they are back and the data concerned has been loaded
 * again. Each act returns whether it applies to the id; if it does not, it keeps waiting.
 */
export function useWaitingAct(isReady: boolean, acts: Acts): void {
  const { user } = useSession()
  const waiting = useForum((read) => read(signInFirstSlice).waiting)
  useEffect(() => {
    // A visitor who comes back without an account has given the act up.
    if (forum.read(sessionSlice).status === 'anonymous') drop()
  }, [])
  useEffect(() => {
    if (!isReady || !user || !waiting) return
    const act = acts[waiting.act]
    // Once only: this may run again before the change is rendered.
    if (!act || forum.read(signInFirstSlice).waiting !== waiting) return
    if (act(waiting.id)) drop()
  })
}

function drop(): void {
  const { asked, waiting } = forum.read(signInFirstSlice)
  if (asked === null && waiting === null) return
  forum.update((write) => {
    Object.assign(write(signInFirstSlice), { asked: null, waiting: null })
  })
}

/** Greets the member and says that the act is done, or why it failed. */
export function greetWith(
  done: 'like' | 'watch' | 'bookmark' | 'follow',
  subject: string,
): (result: Result<unknown>) => void {
  return (result) => {
    if (!result.ok) {
      toast.error(result.error.message)
      return
    }
    const name = forum.read(sessionSlice).user?.displayName ?? ''
    const { isNewMember } = forum.read(authSlice)
    toast.success(
      signInFirstText(isNewMember ? 'afterRegistering' : 'afterSignIn', {
        name,
        done: signInFirstText(`done.${done}`, { name: subject }),
      }),
    )
  }
}
