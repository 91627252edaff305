import { useEffect } from 'react'
import { trimText } from '@forum/shared/text'
import { forum, useForum } from '../../store'
import { Avatar } from '../../ui'
import { useSession } from '../../state/session'
import { replyPlace, threadCopySlice, isOwnPost } from '../../state/thread-copy'
import { submissionsSlice } from '../../state/drafts'
import { Markup } from './Markup'
import { settleReply, pendingReply } from './replies'
import { threadText } from './thread.texts'

/** The reply being sent, at the end of the list; only the server gives it a number. */
export function PendingItem({ threadId }: { threadId: number }) {
  const { user } = useSession()
  const reply = useForum((read) => pendingReply(read, threadId))
  const status = useForum((read) => read(submissionsSlice)[replyPlace(read, threadId)]?.status)
  const hasArrived = useForum((read) => {
    if (!reply) return false
    const postIds = Object.entries(read(threadCopySlice).logs[threadId]?.postIds ?? {})
    return postIds.some(([number, id]) => {
      const post = read(threadCopySlice).posts[id]
      return (
        Number(number) > reply.afterNumber &&
        post !== undefined &&
        isOwnPost(user?.id, post) &&
        post.content === trimText(reply.content)
      )
    })
  })
  const isSettled = hasArrived && status === 'failed'
  useEffect(() => {
    if (isSettled) settleReply(forum, threadId)
  }, [isSettled, threadId])
  // A failed reply is back in the form, with the error.
  if (!reply || !user || hasArrived || status === 'failed') return null
  return (
    <article className="post post-pending" aria-busy>
      <div className="post-author">
        <Avatar user={user} size="large" />
        <b className="post-author-name">{user.displayName}</b>
      </div>
      <div className="post-main">
        <div className="post-head">
          <span role="status">{threadText('sending')}</span>
          <span className="post-number">{threadText('sendingNumber')}</span>
        </div>
        <Markup source={reply.content} />
      </div>
    </article>
  )
}
