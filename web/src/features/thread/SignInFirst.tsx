import { useEffect } from 'react'
import { forum, sessionSlice } from '../../store'
import { Dialog, toast, useIsWide } from '../../ui'
import { authSlice, LoginForm, useSession } from '../auth'
import { type PostEntity, threadCopySlice } from '../thread-copy'
import { postPath } from './permalink'
import { threadText } from './thread.texts'
import { likePost } from './thread.actions'

type Act = 'like' | 'quote'

/** What a visitor wanted to do with a post, and does once signed in or registered. */
let waiting: { act: Act; postId: number } | null = null

/** Asks a visitor to sign in, says why, and leads back to the post, where it is done. */
export function SignInFirst({ post, act, onClose }: { post: PostEntity; act: Act; onClose: () => void }) {
  const isWide = useIsWide()
  return (
    <Dialog
      onClose={() => {
        // Signing in closes it too.
        if (forum.read(sessionSlice).user === null) waiting = null
        onClose()
      }}
      shape={isWide ? 'box' : 'sheet'}
      title={threadText(act === 'like' ? 'signInToLike' : 'signInToQuote')}
      note={threadText(act === 'like' ? 'whySignInToLike' : 'whySignInToQuote', {
        name: post.author.displayName,
        n: post.number,
      })}
    >
      <LoginForm
        place={postPath(post)}
        onLeave={() => {
          waiting = { act, postId: post.id }
        }}
      />
    </Dialog>
  )
}

/** Does what a visitor wanted before signing in, once the page with the post has been read again. */
export function useWaitingAct(isReady: boolean, onQuote: (post: PostEntity) => void): void {
  const { user } = useSession()
  useEffect(() => {
    // A visitor who comes back without an account has given it up.
    if (forum.read(sessionSlice).status === 'anonymous') waiting = null
  }, [])
  useEffect(() => {
    if (!isReady || !user || !waiting) return
    const post = forum.read(threadCopySlice).posts[waiting.postId]
    // Signing in empties the store.
    if (!post) return
    const { act } = waiting
    waiting = null
    if (act === 'quote') {
      onQuote(post)
      return
    }
    if (post.likedByMe || post.author.id === user.id) return
    void likePost(forum, post, true).then((result) => {
      const { isNewMember } = forum.read(authSlice)
      const liked = isNewMember ? 'likedAfterRegistering' : 'likedAfterSignIn'
      if (result.ok) toast.success(threadText(liked, { name: user.displayName }))
      else toast.error(result.error.message)
    })
  }, [isReady, user, onQuote])
}
