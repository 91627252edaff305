import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDraft } from '../../state/drafts'
import { replyDraftKey } from '../../state/thread-copy'
import { EMPTY_REPLY, type ReplyDraft } from './replies'
import { StripBar } from './StripBar'
import { threadText } from './thread.texts'
import { isWritten } from './use-reply-dock'

/** The reply that the member wrote last, in any thread. */
interface LastReply {
  threadId: number
  title: string
  /** The address of the page on which it was written. */
  path: string
}

const NO_REPLY: LastReply = { threadId: 0, title: '', path: '' }
const LAST_REPLY = 'last-reply'

/** Remembers the place of the current reply, so that other threads can lead back to it. */
export function useLastReply(thread: { id: number; title: string }, written: boolean): void {
  const { set } = useDraft(LAST_REPLY, NO_REPLY)
  const { id: threadId, title } = thread
  useEffect(() => {
    if (written) set({ threadId, title, path: location.pathname })
  }, [written, threadId, title, set])
}

/** Passed in the navigation's state: the reply form opens once the thread is shown. */
export interface WritingState {
  writes: true
}

/** A bar over a thread that names the unfinished reply to another one, and leads back to it. */
export function OtherDraftStrip({ threadId }: { threadId: number }) {
  const { value: last } = useDraft(LAST_REPLY, NO_REPLY)
  const draft = useDraft<ReplyDraft>(replyDraftKey(last.threadId), EMPTY_REPLY)
  const navigate = useNavigate()
  if (last.threadId === threadId || !isWritten(draft.value)) return null
  return (
    <div className="reply-strip other-draft">
      <StripBar
        label={threadText('draftOfThread', { title: last.title })}
        act={threadText('backToDraft')}
        draft={draft}
        onOpen={() => {
          void navigate(last.path, { state: { writes: true } satisfies WritingState })
        }}
      />
    </div>
  )
}
