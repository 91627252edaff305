import { useEffect, useRef, useState } from 'react'
import { useDraft } from '../../state/drafts'
import { replyDraftKey, type ThreadRow } from '../../state/thread-copy'
import { quotesIn } from './quotes-in'
import { EMPTY_REPLY, type ReplyDraft } from './replies'
import { StripBar } from './StripBar'
import { threadText } from './thread.texts'
import { useQuotedPost } from './use-quoted-post'
import { isWritten } from './use-reply-dock'

/** A bar over the page that names the draft of a reply while its form is out of sight. */
export function DraftStrip({ thread, onOpen }: { thread: ThreadRow; onOpen: () => void }) {
  const draft = useDraft<ReplyDraft>(replyDraftKey(thread.id), EMPTY_REPLY)
  const place = useRef<HTMLDivElement>(null)
  const isFormInSight = useIsInSight(() => place.current?.parentElement?.querySelector('.reply-form'))
  const [first] = quotesIn(draft.value.content)
  const post = useQuotedPost(first?.postId ?? null)
  return (
    <div ref={place} className="reply-strip">
      {!isFormInSight && isWritten(draft.value) && (
        <StripBar
          label={
            first && post
              ? threadText('draftOfReply', { name: post.name, n: post.number })
              : threadText('draftOfThread', { title: thread.title })
          }
          draft={draft}
          onOpen={onOpen}
        />
      )}
    </div>
  )
}

/** Returns whether an element is in the window; true until that is measured. */
function useIsInSight(find: () => Element | null | undefined): boolean {
  const [isInSight, setIsInSight] = useState(true)
  const latest = useRef(find)
  useEffect(() => {
    const element = latest.current()
    if (!element) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      setIsInSight(entry?.isIntersecting ?? true)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [])
  return isInSight
}
