import { useEffect } from 'react'
import { trimText } from '@forum/shared/text'
import { type Post } from '@forum/shared/contract'
import { useTexts } from '../../lib/i18n'
import { useForum } from '../../store'
import { Avatar, Button } from '../../ui'
import { useSession } from '../auth'
import { Markup } from './Markup'
import { settleReply, sendReply } from './replies'

/** The reply being sent, at the end of the list; only the server gives it a number. */
export function PendingItem({ threadId, onSent }: { threadId: number; onSent: (post: Post) => void }) {
  const t = useTexts()
  const { user } = useSession()
  const reply = useForum((state) => state.replies[threadId] ?? null)
  const hasArrived = useForum((state) => {
    if (!reply) return false
    const postIds = Object.entries(state.logs[threadId]?.postIds ?? {})
    return postIds.some(([number, id]) => {
      const post = state.posts[id]
      return (
        Number(number) > reply.afterNumber &&
        post?.author.id === user?.id &&
        post?.content === trimText(reply.content)
      )
    })
  })
  const isSettled = hasArrived && reply?.status === 'failed'
  useEffect(() => {
    if (isSettled) settleReply(threadId)
  }, [isSettled, threadId])
  if (!reply || !user || hasArrived) return null
  // The form explains a refusal; this item is for a reply that may have arrived.
  if (reply.status === 'failed' && !reply.error?.isUncertain) return null
  const retry = async () => {
    const post = await sendReply(threadId)
    if (post) onSent(post)
  }
  return (
    <article className="post post-pending" aria-busy={reply.status === 'sending'}>
      <div className="post-author">
        <Avatar user={user} size="large" />
        <b className="post-author-name">{user.displayName}</b>
      </div>
      <div className="post-main">
        <div className="post-head">
          {reply.status === 'sending' ? (
            <span role="status">{t('thread.sending')}</span>
          ) : (
            <Button size="small" tone="danger" onClick={() => void retry()}>
              {t('thread.sendTimeout')}
            </Button>
          )}
          <span className="post-floor">{t('thread.sendingFloor')}</span>
        </div>
        <Markup source={reply.content} />
      </div>
    </article>
  )
}
