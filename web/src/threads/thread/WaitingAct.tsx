import { useState } from 'react'
import { forum } from '../../store'
import { useSession } from '../../state/session'
import { ReportPostDialog } from '../reports/ReportPostDialog'
import { greetWith, SignInFirst, useWaitingAct } from '../../accounts'
import { bookmarkThread, watchThread } from '../thread-actions/thread-actions.actions'
import { type PostEntity, threadCopySlice, isOwnPost } from '../../state/thread-copy'
import { likePost } from './thread.actions'

/** Runs work after the frame in which `usePermalink` moves the focus to the post in the address. */
const afterArrival = (work: () => void) => requestAnimationFrame(work)

/** Asks a visitor to sign in before an act in a thread, and does the act afterwards. */
export function WaitingAct({
  threadId,
  isReady,
  onReply,
  onQuote,
}: {
  threadId: number
  isReady: boolean
  onReply: () => void
  onQuote: (post: PostEntity) => void
}) {
  const { user } = useSession()
  const [reported, setReported] = useState<PostEntity | null>(null)
  // Signing in empties the store, so any post or thread in it has been loaded again.
  const withPost = (act: (post: PostEntity) => void) => (id: number) => {
    const post = forum.read(threadCopySlice).posts[id]
    if (!post) return false
    act(post)
    return true
  }
  const withThread = (act: () => void) => (id: number) => {
    if (id !== threadId || !forum.read(threadCopySlice).threads[id]) return false
    act()
    return true
  }
  useWaitingAct(isReady, {
    quote: withPost((post) => {
      afterArrival(() => {
        onQuote(post)
      })
    }),
    report: withPost(setReported),
    like: withPost((post) => {
      if (post.likedByMe || isOwnPost(user?.id, post)) return
      void likePost(forum, post, true).then(greetWith('like', post.author.displayName))
    }),
    reply: withThread(() => {
      afterArrival(onReply)
    }),
    watch: withThread(() => void watchThread(forum, threadId, true).then(greetWith('watch', ''))),
    bookmark: withThread(() => void bookmarkThread(forum, threadId, true).then(greetWith('bookmark', ''))),
    vote: withThread(() => {
      document.querySelector('.poll')?.scrollIntoView({ block: 'center' })
    }),
  })
  return (
    <>
      <SignInFirst />
      {reported && (
        <ReportPostDialog
          post={reported}
          onClose={() => {
            setReported(null)
          }}
        />
      )}
    </>
  )
}
