import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { useSignInFirst } from '../../accounts'
import { readPost } from './permalink'

/** Returns a function that asks a visitor to sign in before a reply, and leads back to the post at their position. */
export function useSignInToReply(threadId: number): () => boolean {
  const signInFirst = useSignInFirst()
  const { pathname } = useLocation()
  return useCallback(() => {
    const post = readPost()
    return signInFirst({ act: 'reply', id: threadId, place: post ? `${pathname}#${post.id}` : pathname })
  }, [signInFirst, threadId, pathname])
}
