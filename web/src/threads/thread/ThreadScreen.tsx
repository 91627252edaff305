import { numbersOfPage, pageOfNumber } from '@forum/shared/pages'
import { QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { type Post } from '@forum/shared/contract'
import {
  Fragment,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { commonText } from '../../lib/i18n'
import { forum, useForum } from '../../store'
import {
  announce,
  Bone,
  Button,
  ButtonLink,
  ErrorState,
  IconButton,
  Pagination,
  Pill,
  readPage,
  RelativeTime,
  rows,
  Skeleton,
  useBusy,
  useIsRoomy,
  useIsWide,
  usePageTitle,
  useShortcuts,
  toast,
  useAnchoredPlaces,
  useIsReturning,
} from '../../ui'
import { ChevronDown, ChevronUp, X } from '../../ui/icons'
import { useSession } from '../../state/session'
import { isThreadHidden } from '../../state/blocks'
import { type PostEntity, threadCopySlice, type ThreadRow } from '../../state/thread-copy'
import { actOnThread } from '../acts/acts'
import { threadAbilities } from './abilities'
import { ContinueReading } from './ContinueReading'
import { OnlyAuthor } from './OnlyAuthor'
import { PendingItem } from './PendingItem'
import {
  bringIntoView,
  focusPost,
  goToPost,
  isPostInWindow,
  postAnchor,
  postIdOf,
  postPath,
  pressInReadPost,
  threadPath,
} from './permalink'
import { PostItem } from './PostItem'
import { PostMenuProvider } from './PostMenu'
import { OtherDraftStrip, type WritingState } from './OtherDraftStrip'
import { EditSlot } from './PostEditor'
import { PostRail } from './PostRail'
import { ReadingBar, TopTools } from './ReadingTools'
import { ReplyArea } from './ReplyArea'
import { SelectionBubble } from './SelectionBubble'
import { SentStrip } from './SentStrip'
import { WaitingAct } from './WaitingAct'
import { threadText } from './thread.texts'
import { ThreadBar } from './ThreadBar'
import { ThreadHead, useShownTitle } from './ThreadHead'
import { useEndKey } from './use-end-key'
import { useNewReplies } from './use-new-replies'
import { usePostSteps, type PostSteps } from './use-post-steps'
import { useQuoting } from './use-quoting'
import { useReadMark } from './use-read-mark'
import { isWritten, readReplyDraft, useReplyDock } from './use-reply-dock'
import { useSignInToReply } from './use-sign-in-to-reply'
import { ResponsesProvider } from './use-responses'
import { useThreadNews } from './use-thread-news'
import { useThreadPage, type Visit, type WantedPage } from './use-thread-page'
import { findPost } from './thread.actions'
import './thread.css'
import './print.css'

const readId = (text: string | undefined): number | null =>
  text && /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : null

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
  // A change of the store renders in one task, and a whole page is too much for it.
  const isReady = useDeferredValue(status === 'ready')
  const [isWhole, setIsWhole] = useState(false)
  // Here, since the end of the page is the reply form's.
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
          <ReplyArea thread={thread} dock={dock} onSeeNew={goToNumber} onSent={onSent} />
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

/** The value of `?order=` that shows the last post of a page first. */
const NEWEST_FIRST = 'newest'

/** The address of a page of a thread in the order that the reader has chosen. */
const pagePath = (threadId: number, page: number, isNewestFirst: boolean): string =>
  threadPath(threadId, page) + (isNewestFirst ? `?order=${NEWEST_FIRST}` : '')

/** Returns the first post that the reader has not read; null in a thread that was never opened before. */
const firstUnreadOf = ({ viewer }: ThreadRow): number | null =>
  viewer !== null && viewer.lastReadNumber > 0 ? viewer.firstUnreadNumber : null

/** Returns a function that turns the order around: the newest posts are on the last page. */
function useTurn(thread: ThreadRow | undefined, isNewestFirst: boolean): () => void {
  const navigate = useNavigate()
  return () => {
    if (thread) void navigate(pagePath(thread.id, isNewestFirst ? 1 : thread.totalPages, !isNewestFirst))
  }
}

/** Opens the reply form over the page for a reader who came back to a draft. */
function useWritingOnArrival(threadId: number, isWhole: boolean, open: () => void): void {
  const { state } = useLocation() as { state: Partial<WritingState> | null }
  const isWriting = state?.writes === true
  useEffect(() => {
    if (isWriting && isWhole && isWritten(readReplyDraft(threadId))) open()
  }, [isWriting, isWhole, threadId, open])
}

/** Returns a function that goes to a post by its number, on whatever page it is. */
function useGoToNumber(threadId: number, isNewestFirst: boolean): (number: number) => void {
  const navigate = useNavigate()
  return useCallback(
    (number) => {
      const id = forum.read(threadCopySlice).logs[threadId]?.postIds[number]
      if (id !== undefined && goToPost(id, 'smooth')) return
      const path = pagePath(threadId, pageOfNumber(number), isNewestFirst)
      if (id === undefined) void navigate(path, { state: { number } satisfies JumpState })
      else void navigate(`${path}#${postAnchor(id)}`)
    },
    [threadId, isNewestFirst, navigate],
  )
}

/** The end of a list that the reader never comes to. */
const NOWHERE = { current: null }

/** A page of a thread. */
const ThreadRead = memo(function ThreadRead({
  thread,
  page,
  visit,
  onWhole,
  onReply,
  onQuote,
  goToNumber,
  isNewestFirst,
}: {
  thread: ThreadRow
  page: number
  visit: Visit | null
  /** Called when the page is rendered as a whole, and when it is no longer. */
  onWhole: (isWhole: boolean) => void
  onReply: () => void
  onQuote: (post: PostEntity) => void
  goToNumber: (number: number) => void
  isNewestFirst: boolean
}) {
  const end = useRef<HTMLDivElement>(null)
  const [query] = useSearchParams()
  const onlyAuthorId = readId(query.get('author') ?? undefined)
  // Newest first, they would push down what is read, so they wait for the reader.
  const newReplies = useNewReplies(thread.id, visit, isNewestFirst ? NOWHERE : end)
  // Posts between those of one author do not count as read.
  useReadMark(thread.id, onlyAuthorId === null ? visit : null, isNewestFirst)
  usePageTitle(useShownTitle(thread), newReplies.whileHidden)
  const news = useThreadNews(thread)

  const waiting = newReplies.here
  const postIds = useForum(
    useShallow((read) => {
      const { first, last } = numbersOfPage(page)
      const ids = read(threadCopySlice).logs[thread.id]?.postIds ?? {}
      const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      if (!isNewestFirst) return numbers.flatMap((number) => ids[number] ?? [])
      return numbers.flatMap((number) => (waiting.includes(number) ? [] : (ids[number] ?? []))).reverse()
    }),
  )

  const opening = thread.openingPostId
  const { upTo, isWhole } = usePostSteps(page === 1 ? [opening, ...postIds] : postIds, page)
  useAnchoredPlaces('[data-number]', visit !== null && isWhole)
  usePermalink(thread.id, visit !== null, isWhole, upTo)
  const signed = useForum(
    useShallow((read) => {
      const authors = new Set<number>()
      return [opening, ...postIds].filter((id) => {
        const post = read(threadCopySlice).posts[id]
        if (!post || post.isDeleted || authors.has(post.author.id)) return false
        authors.add(post.author.id)
        return true
      })
    }),
  )

  // The form comes with the last step of the page.
  useLayoutEffect(() => {
    onWhole(isWhole)
    return () => {
      onWhole(false)
    }
  }, [isWhole, onWhole])

  const { markSeen } = newReplies
  const goTo = (number: number) => {
    markSeen()
    goToNumber(number)
  }

  const isWide = useIsWide()
  const [firstHere] = newReplies.here
  const hrefFor = (to: number) => pagePath(thread.id, to, isNewestFirst)
  const turn = useTurn(thread, isNewestFirst)
  const tools = { thread, page, onGoTo: goTo, hrefFor, isNewestFirst, onTurn: turn, onReply }
  return (
    <PostMenuProvider>
      <ResponsesProvider threadId={thread.id} page={page} isWhole={isWhole}>
        <ThreadHead thread={thread} />
        {onlyAuthorId === null && thread.lastNumber > 1 && <TopTools {...tools} />}
        {onlyAuthorId === null && visit && <ContinueReading visit={visit} onGoTo={goToNumber} />}
        {thread.isDeleted && <DeletedNotice thread={thread} />}
        {news.text !== null && (
          <p className="thread-notice">
            <span>{news.text}</span>
            <IconButton label={commonText('close')} onClick={news.dismiss}>
              <X aria-hidden />
            </IconButton>
          </p>
        )}
        {onlyAuthorId === null ? (
          <>
            <div className="thread-posts" aria-busy={!isWhole}>
              {page === 1 ? (
                <PostItem
                  postId={opening}
                  threadId={thread.id}
                  isSigned
                  upTo={upTo(opening) ?? 0}
                  onQuote={onQuote}
                />
              ) : (
                <FoldedOpening thread={thread} onQuote={onQuote} />
              )}
              {isNewestFirst && <PendingItem threadId={thread.id} />}
              {postIds.map((id) => {
                const shown = upTo(id)
                return (
                  shown !== null && (
                    <Reply
                      key={id}
                      postId={id}
                      threadId={thread.id}
                      visit={visit}
                      divider={isNewestFirst ? null : newReplies.divider}
                      isNewestFirst={isNewestFirst}
                      isSigned={signed.includes(id)}
                      upTo={shown}
                      onQuote={onQuote}
                    />
                  )
                )
              })}
              {!isNewestFirst && <PendingItem threadId={thread.id} />}
              {postIds.length === 0 && page === 1 && !thread.isLocked && !thread.isDeleted && (
                <p className="thread-empty">{threadText('noReplies')}</p>
              )}
              <div ref={end} />
            </div>
            {isWhole && <Pagination page={page} totalPages={thread.totalPages} hrefFor={hrefFor} />}
          </>
        ) : (
          <div className="thread-posts">
            <PostItem postId={opening} threadId={thread.id} isSigned onQuote={onQuote} />
            <OnlyAuthor
              thread={thread}
              authorId={onlyAuthorId}
              page={readPage(query.get('page'))}
              onQuote={onQuote}
            />
            <PendingItem threadId={thread.id} />
            <div ref={end} />
          </div>
        )}
        <div className="thread-dock">
          <div className="thread-pill">
            {firstHere !== undefined ? (
              <Pill
                onClick={() => {
                  goTo(firstHere)
                }}
              >
                {isNewestFirst
                  ? threadText('newRepliesAbove', { count: newReplies.here.length })
                  : `${threadText('newReplies', { count: newReplies.here.length })} ↓`}
              </Pill>
            ) : (
              newReplies.later.length > 0 && (
                <Pill
                  onClick={() => {
                    goTo(newReplies.later[0] ?? 0)
                  }}
                >
                  {threadText('newRepliesOnPage', {
                    count: newReplies.later.length,
                    page: newReplies.laterPage,
                  })}
                </Pill>
              )
            )}
          </div>
          {!isWide && <ReadingBar {...tools} />}
        </div>
      </ResponsesProvider>
    </PostMenuProvider>
  )
})

/** Says that the thread is deleted; its moderators can restore it here. */
function DeletedNotice({ thread }: { thread: ThreadRow }) {
  const { canModerate } = threadAbilities(useSession().user, thread)
  const restore = async () => {
    const result = await actOnThread(forum, 'restore_thread', thread.id)
    if (!result.ok) toast.error(result.error.message)
  }
  return (
    <div className="thread-deleted" role="alert">
      <b>{threadText('threadDeleted')}</b>
      {canModerate ? (
        <Button size="small" onClick={() => void restore()}>
          {threadText('restore')}
        </Button>
      ) : (
        threadText('deletedGone')
      )}
    </div>
  )
}

/** A reply, with the dividers before it. */
const Reply = memo(function Reply({
  postId,
  threadId,
  visit,
  divider,
  isNewestFirst,
  isSigned,
  upTo,
  onQuote,
}: {
  postId: number
  threadId: number
  visit: Visit | null
  divider: number | null
  isNewestFirst: boolean
  isSigned: boolean
  upTo: number
  onQuote: (post: PostEntity) => void
}) {
  const { user } = useSession()
  const number = useForum((read) => read(threadCopySlice).posts[postId]?.number ?? 0)
  const authorId = useForum((read) => read(threadCopySlice).posts[postId]?.author.id)
  const isFresh = visit !== null && number > visit.lastNumber && authorId !== user?.id
  return (
    <Fragment>
      {number === divider && <p className="thread-divider">{threadText('newDivider')}</p>}
      {visit && !isNewestFirst && <LastReadLine visit={visit} at={number} text="lastReadHere" />}
      <PostItem
        postId={postId}
        threadId={threadId}
        isFresh={isFresh}
        isSigned={isSigned}
        upTo={upTo}
        onQuote={onQuote}
      />
      {visit && isNewestFirst && <LastReadLine visit={visit} at={number} text="lastReadAbove" />}
    </Fragment>
  )
})

/** Marks the first unread post of a visit, and says how many follow; shows nothing on a first visit. */
function LastReadLine({
  visit,
  at,
  text,
}: {
  visit: Visit
  at: number
  text: 'lastReadHere' | 'lastReadAbove'
}) {
  const { lastRead, firstUnread, unread } = visit
  if (lastRead === 0 || at !== firstUnread) return null
  return <p className="thread-divider thread-divider-read">{threadText(text, { count: unread })}</p>
}

/** On later pages the opening post is a single line that can be expanded. */
function FoldedOpening({ thread, onQuote }: { thread: ThreadRow; onQuote: (post: PostEntity) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const opening = useForum((read) => read(threadCopySlice).posts[thread.openingPostId])
  const isBlocked = useForum((read) => isThreadHidden(read, thread))
  return (
    <>
      <button
        type="button"
        className="opening-fold"
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(!isOpen)
        }}
      >
        <span className="opening-fold-who">{threadText('op')}</span>
        <span className="opening-fold-text one-line">
          <b>{thread.author.displayName}</b>
          {opening && !isOpen && !isBlocked ? `：${excerpt(opening.content, QUOTE_LENGTH)}` : ''}
        </span>
        <RelativeTime at={thread.createdAt} />
        <span className="opening-fold-act">
          {isOpen ? threadText('hideOpening') : threadText('showOpening')}
          {isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </span>
      </button>
      {isOpen && <PostItem postId={thread.openingPostId} threadId={thread.id} onQuote={onQuote} />}
    </>
  )
}

/** Scrolls to a post by its number once its page is shown; passed in the navigation's state. */
interface JumpState {
  number: number
}

/**
 * Scrolls to the post that an address names (`#post-5`, `?post=5`), even on another page, or to the one of a jump. A
 * reader who returns is led to the place that was left instead.
 */
function usePermalink(threadId: number, isReady: boolean, isWhole: boolean, upTo: PostSteps['upTo']): void {
  const navigate = useNavigate()
  const location = useLocation()
  const { hash, key } = location
  const [query] = useSearchParams()
  const jump = location.state as JumpState | null
  const wanted = postIdOf(hash) ?? readId(query.get('post') ?? undefined)
  const number = wanted === null ? (jump?.number ?? null) : null
  const target = useForum(
    (read) => wanted ?? read(threadCopySlice).logs[threadId]?.postIds[number ?? 0] ?? null,
  )
  // Until the page is whole it is too short to bring its last posts to the top, so it is aimed at again then.
  const isThere = isWhole || (target !== null && upTo(target) === Infinity)
  const aimed = useRef<{ key: string; scrollY: number } | null>(null)
  const isOff = useIsReturning()
  useEffect(() => {
    if (!isReady || !isThere || isOff || (wanted === null && number === null)) return undefined
    let isUnmounted = false
    const find = async (id: number) => {
      const found = await findPost(forum, id)
      if (isUnmounted || !found.ok || found.value.threadId !== threadId) return
      void navigate(postPath(found.value), { replace: true })
    }
    // After the frame that renders a new page, which first moves the focus to its top.
    const frame = requestAnimationFrame(() => {
      const before = aimed.current
      if (before?.key === key) {
        // Unless the reader has scrolled meanwhile.
        if (target !== null && Math.abs(scrollY - before.scrollY) < 1) bringIntoView(target)
        return
      }
      if (target === null) return
      if (goToPost(target)) aimed.current = { key, scrollY }
      else void find(target)
    })
    return () => {
      isUnmounted = true
      cancelAnimationFrame(frame)
    }
  }, [isReady, isThere, isWhole, isOff, wanted, number, target, key, threadId, navigate])
}

function ThreadSkeleton() {
  return (
    <Skeleton>
      <div className="thread-head">
        <p className="crumbs">
          <Bone width="12em" />
        </p>
        <div className="thread-heading">
          <Bone width="70%" />
        </div>
        <div className="thread-facts">
          <Bone width="24em" />
        </div>
      </div>
      {rows(4, (index) => (
        <div key={index} className="post">
          <div className="post-author">
            <span className="avatar avatar-large" />
            <Bone width="64px" />
          </div>
          <div className="post-main">
            <div className="post-head">
              <Bone width="80px" />
            </div>
            <div className="markup">
              <Bone width="92%" />
              <Bone width="96%" />
              <Bone width={`${30 + ((index * 17) % 40)}%`} />
            </div>
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
