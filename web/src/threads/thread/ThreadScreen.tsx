import { type Post } from '@forum/shared/contract'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import {
  announce,
  ButtonLink,
  ErrorState,
  readPage,
  useBusy,
  useIsRoomy,
  usePageTitle,
  useShortcuts,
} from '../../ui'
import { useSession } from '../../state/session'
import { type ThreadRow } from '../../state/thread-copy'
import { RelatedThreads } from '../similar/RelatedThreads'
import { threadAbilities } from './abilities'
import { focusPost, isPostInWindow, pressInReadPost, readId } from './permalink'
import { OtherDraftStrip, type WritingState } from './OtherDraftStrip'
import { EditSlot } from './PostEditor'
import { PostRail } from './PostRail'
import { PostChoiceBar } from '../post-choice/PostChoiceBar'
import { ReplyArea } from './ReplyArea'
import { SelectionBubble } from './SelectionBubble'
import { SentStrip } from './SentStrip'
import { ThreadBar } from './ThreadBar'
import { ThreadRead } from './ThreadRead'
import { ThreadSkeleton } from './ThreadSkeleton'
import { WaitingAct } from './WaitingAct'
import { NEWEST_FIRST, useGoToNumber, useTurn } from './thread-order'
import { threadText } from './thread.texts'
import { useEndKey } from './use-end-key'
import { useQuoting } from './use-quoting'
import { isWritten, readReplyDraft, useReplyDock } from './use-reply-dock'
import { useSignInToReply } from './use-sign-in-to-reply'
import { useThreadPage, type WantedPage } from './use-thread-page'
import './thread.css'
import './reply.css'
import './print.css'

/** `/threads/:threadId` and `/threads/:threadId/page/:page`; the page may be `last` or `unread`. */
export function ThreadScreen() {
  const { threadId: text, page } = useParams()
  const threadId = readId(text)
  if (threadId === null) return <ThreadMissing />
  const wanted: WantedPage = page === 'last' || page === 'unread' ? page : readPage(page)
  return <ThreadPage key={threadId} threadId={threadId} wanted={wanted} />
}

function ThreadMissing() {
  usePageTitle(threadText('missing'))
  return (
    <ErrorState isPage title={threadText('missing')} cause={threadText('missingText')}>
      <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
      <ButtonLink to="/boards">{commonText('allBoards')}</ButtonLink>
    </ErrorState>
  )
}

function ThreadFailed({ cause, onRetry }: { cause: string | undefined; onRetry: () => void }) {
  usePageTitle(threadText('loadFailed'))
  return (
    <ErrorState isPage title={threadText('loadFailed')} cause={cause} onRetry={onRetry}>
      <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
    </ErrorState>
  )
}

function ThreadPage({ threadId, wanted }: { threadId: number; wanted: WantedPage }) {
  const { status, error, thread, visit, reload } = useThreadPage(threadId, wanted)
  useBusy(status === 'loading')
  // A change of the store renders in one task, which is too short for a whole page.
  const isReady = useDeferredValue(status === 'ready')
  const [isWhole, setIsWhole] = useState(false)
  // Called here, since the reply form renders the end of the page.
  useEndKey(isWhole)
  const [sent, setSent] = useState<Post | null>(null)
  const screen = useRef<HTMLDivElement>(null)
  const [editSlot, setEditSlot] = useState<HTMLElement | null>(null)
  const dock = useReplyDock()
  const { user } = useSession()
  const quote = useQuoting(threadId, dock)
  const [query] = useSearchParams()
  const isNewestFirst = query.get('order') === NEWEST_FIRST
  const goToNumber = useGoToNumber(threadId, isNewestFirst)
  const isRoomy = useIsRoomy()
  const firstUnread = thread ? firstUnreadOf(thread) : null
  const { open, close: closeDock } = dock
  const signInToReply = useSignInToReply(threadId)
  const takesReplies = thread !== undefined && threadAbilities(user, thread).takesReplies
  const reply = useCallback(() => {
    if (!takesReplies || !signInToReply()) open()
  }, [takesReplies, signInToReply, open])
  useShortcuts({
    r: (event) => {
      event.preventDefault()
      reply()
    },
    q: (event) => {
      // The key must not be typed into the form.
      event.preventDefault()
      pressInReadPost('quote')
    },
    l: () => {
      pressInReadPost('like')
    },
    u: () => {
      if (firstUnread !== null) goToNumber(firstUnread)
    },
  })
  const onSent = useCallback(
    (post: Post) => {
      announce(threadText('sent', { number: post.number }))
      if (dock.isOpen) closeDock()
      // Once the post is rendered, if it is on this page.
      requestAnimationFrame(() => {
        const isInSight = isPostInWindow(post.id)
        if (isInSight || !dock.isOpen) focusPost(post.id)
        setSent(isInSight ? null : post)
      })
    },
    [dock.isOpen, closeDock],
  )
  const closeSent = useCallback(() => {
    setSent(null)
  }, [])
  const turn = useTurn(thread, isNewestFirst)
  useWritingOnArrival(threadId, isWhole, reply)
  if (status === 'error' && error?.code === 'NOT_FOUND') return <ThreadMissing />
  if (status === 'error') return <ThreadFailed cause={error?.message} onRetry={reload} />
  const isShown = isReady && status !== 'loading'
  return (
    <EditSlot value={editSlot}>
      <div ref={screen} className="thread-screen">
        {isShown && thread ? (
          <ThreadRead
            thread={thread}
            page={typeof wanted === 'number' ? wanted : 1}
            visit={visit}
            onWhole={setIsWhole}
            onReply={reply}
            onQuote={quote}
            goToNumber={goToNumber}
            isNewestFirst={isNewestFirst}
          />
        ) : (
          <ThreadSkeleton />
        )}
        {thread && <ThreadBar thread={thread} onReply={reply} />}
        <div className="rail-place">
          {isRoomy && thread && thread.lastNumber > 1 && !query.has('author') && (
            <PostRail thread={thread} isNewestFirst={isNewestFirst} onGoTo={goToNumber} onTurn={turn} />
          )}
        </div>
        {thread && (isWhole || dock.isOpen) && (
          <>
            <PostChoiceBar threadId={thread.id} boardId={thread.boardId} />
            <ReplyArea thread={thread} dock={dock} onSeeNew={goToNumber} onSent={onSent} />
          </>
        )}
        {/* Below the form: above, it would push the form down while someone writes. */}
        {thread && isWhole && wanted === thread.totalPages && (
          <RelatedThreads threadId={threadId} boardId={thread.boardId} />
        )}
        <WaitingAct threadId={threadId} isReady={isWhole} onReply={reply} onQuote={quote} />
        {sent && <SentStrip key={sent.id} post={sent} onClose={closeSent} />}
        {thread && user && <OtherDraftStrip threadId={threadId} />}
        <div ref={setEditSlot} className="edit-slot" />
        {thread && (
          <SelectionBubble
            screen={screen}
            onQuote={user && threadAbilities(user, thread).takesReplies ? quote : undefined}
          />
        )}
      </div>
    </EditSlot>
  )
}

/** Returns the number of the first unread post; null in a thread that was never opened before. */
const firstUnreadOf = ({ viewer }: ThreadRow): number | null =>
  viewer !== null && viewer.lastReadNumber > 0 ? viewer.firstUnreadNumber : null

/** Opens the reply form over the page for a reader who came back to a draft. */
function useWritingOnArrival(threadId: number, isWhole: boolean, open: () => void): void {
  const { state } = useLocation() as { state: Partial<WritingState> | null }
  const isWriting = state?.writes === true
  useEffect(() => {
    if (isWriting && isWhole && isWritten(readReplyDraft(threadId))) open()
  }, [isWriting, isWhole, threadId, open])
}
