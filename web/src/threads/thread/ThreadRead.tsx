import { QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { Fragment, memo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { forum, useForum } from '../../store'
import {
  Button,
  ButtonLink,
  classNames,
  IconButton,
  Pagination,
  Pill,
  readPage,
  RelativeTime,
  toast,
  useIsWide,
} from '../../ui'
import { ChevronDown, ChevronUp, X } from '../../ui/icons'
import { useSession } from '../../state/session'
import { isThreadHidden } from '../../state/blocks'
import { type PostEntity, threadCopySlice, type ThreadRow } from '../../state/thread-copy'
import { actOnThread } from '../acts/acts'
import { threadAbilities } from './abilities'
import { ContinueReading } from './ContinueReading'
import { DayRule, hasDays } from './DayRule'
import { HeldInThread } from '../held/HeldItems'
import { type MovedGroup } from '../moves/moved-groups'
import { MovedLine } from '../moves/MovedLine'
import { movesText } from '../moves/moves.texts'
import { OnlyAuthor } from './OnlyAuthor'
import { PendingItem } from './PendingItem'
import { PostItem } from './PostItem'
import { PostMenuProvider } from './PostMenu'
import { ReadingBar, TopTools } from './ReadingTools'
import { ThreadHead } from './ThreadHead'
import { pagePath, useTurn } from './thread-order'
import { threadText } from './thread.texts'
import { type NewReplies } from './use-new-replies'
import { type PageOfPosts, usePageOfPosts } from './use-page-of-posts'
import { ResponsesProvider } from './use-responses'
import { useThreadNews } from './use-thread-news'
import { type Visit } from './use-thread-page'
import './posts-dense.css'

interface ReadProps {
  thread: ThreadRow
  page: number
  visit: Visit | null
  /** Called when the page is rendered completely, and when it no longer is. */
  onWhole: (isWhole: boolean) => void
  onReply: () => void
  onQuote: (post: PostEntity) => void
  goToNumber: (number: number) => void
  isNewestFirst: boolean
}

/** One page of a thread. */
export const ThreadRead = memo(function ThreadRead(props: ReadProps) {
  const { thread, page, visit, onReply, onQuote, goToNumber, isNewestFirst } = props
  const posts = usePageOfPosts(thread, props)
  const { isWhole, newReplies, onlyAuthorId, end } = posts
  const [query] = useSearchParams()
  const isWide = useIsWide()
  const turn = useTurn(thread, isNewestFirst)
  const isDense = useIsDense()
  const goTo = (number: number) => {
    newReplies.markSeen()
    goToNumber(number)
  }
  const hrefFor = (to: number) => pagePath(thread.id, to, isNewestFirst)
  const tools = { thread, page, onGoTo: goTo, hrefFor, isNewestFirst, onTurn: turn, onReply }
  return (
    <PostMenuProvider>
      <ResponsesProvider threadId={thread.id} page={page} isWhole={isWhole}>
        <ThreadHead thread={thread} />
        {onlyAuthorId === null && thread.lastNumber > 1 && <TopTools {...tools} />}
        {onlyAuthorId === null && visit && <ContinueReading visit={visit} onGoTo={goToNumber} />}
        {thread.isDeleted && <DeletedNotice thread={thread} />}
        <NewsNotice thread={thread} />
        {onlyAuthorId === null ? (
          <>
            <AllPosts {...props} posts={posts} />
            {isWhole && <Pagination page={page} totalPages={thread.totalPages} hrefFor={hrefFor} />}
          </>
        ) : (
          <div className={classNames('thread-posts', isDense && 'posts-dense')}>
            <PostItem postId={thread.openingPostId} threadId={thread.id} isSigned onQuote={onQuote} />
            <OnlyAuthor
              thread={thread}
              authorId={onlyAuthorId}
              page={readPage(query.get('page'))}
              onQuote={onQuote}
            />
            <PendingItem threadId={thread.id} />
            <HeldInThread threadId={thread.id} />
            <div ref={end} />
          </div>
        )}
        <div className="thread-dock">
          <div className="thread-pill">
            <NewRepliesPill newReplies={newReplies} isNewestFirst={isNewestFirst} onGoTo={goTo} />
          </div>
          {!isWide && <ReadingBar {...tools} />}
        </div>
      </ResponsesProvider>
    </PostMenuProvider>
  )
})

const useIsDense = (): boolean => useSession().user?.density === 'dense'

/** The posts of a page, in the order that the reader has chosen. */
function AllPosts({
  thread,
  page,
  visit,
  onQuote,
  isNewestFirst,
  posts: { postIds, moved, upTo, isWhole, signed, newReplies, end },
}: ReadProps & { posts: PageOfPosts }) {
  const opening = thread.openingPostId
  const isLong = hasDays(thread)
  const isDense = useIsDense()
  const movedLast = moved.find(({ before }) => before === null)
  return (
    <div className={classNames('thread-posts', isDense && 'posts-dense')} aria-busy={!isWhole}>
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
      {isNewestFirst && isWhole && <HeldInThread threadId={thread.id} />}
      {isNewestFirst && isWhole && <MovedLine group={movedLast} />}
      {postIds.map((id, index) => {
        const shown = upTo(id)
        const movedBefore = moved.find(({ before }) => before === id)
        return (
          shown !== null && (
            <Reply
              key={id}
              moved={movedBefore}
              previousId={isLong ? (postIds[index - 1] ?? (page === 1 ? opening : null)) : undefined}
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
      {!isNewestFirst && isWhole && <MovedLine group={movedLast} />}
      {!isNewestFirst && <PendingItem threadId={thread.id} />}
      {!isNewestFirst && isWhole && <HeldInThread threadId={thread.id} />}
      {postIds.length === 0 && page === 1 && !thread.isLocked && !thread.isDeleted && (
        <p className="thread-empty">{threadText('noReplies')}</p>
      )}
      <div ref={end} />
    </div>
  )
}

/** Says that the thread was renamed, moved, locked, unlocked or restored while it was open. */
function NewsNotice({ thread }: { thread: ThreadRow }) {
  const news = useThreadNews(thread)
  if (news.text === null) return null
  return (
    <p className="thread-notice">
      <span>{news.text}</span>
      <IconButton label={commonText('close')} onClick={news.dismiss}>
        <X aria-hidden />
      </IconButton>
    </p>
  )
}

/** Links to replies that arrived out of sight, on this page or on a later one. */
function NewRepliesPill({
  newReplies: { here, later, laterPage },
  isNewestFirst,
  onGoTo,
}: {
  newReplies: NewReplies
  isNewestFirst: boolean
  onGoTo: (number: number) => void
}) {
  const [number = later[0]] = here
  if (number === undefined) return null
  const textHere = () =>
    isNewestFirst
      ? threadText('newRepliesAbove', { count: here.length })
      : `${threadText('newReplies', { count: here.length })} ↓`
  return (
    <Pill
      onClick={() => {
        onGoTo(number)
      }}
    >
      {here.length > 0
        ? textHere()
        : threadText('newRepliesOnPage', { count: later.length, page: laterPage })}
    </Pill>
  )
}

/** Says that the thread is deleted; its moderators can restore it here. */
function DeletedNotice({ thread }: { thread: ThreadRow }) {
  const { canModerate } = threadAbilities(useSession().user, thread)
  const restore = async () => {
    const result = await actOnThread(forum, 'restore_thread', thread.id)
    if (!result.ok) toast.error(result.error.message)
  }
  if (thread.mergedInto !== undefined)
    return (
      <div className="thread-deleted" role="alert">
        <b>{movesText('mergedNotice')}</b>
        <ButtonLink size="small" to={`/posts/${thread.openingPostId}`}>
          {movesText('goThere')}
        </ButtonLink>
      </div>
    )
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
  moved,
  previousId,
  threadId,
  visit,
  divider,
  isNewestFirst,
  isSigned,
  upTo,
  onQuote,
}: {
  postId: number
  /** Replies before this one that have moved to another thread. */
  moved: MovedGroup | undefined
  /** The post above it; undefined in a thread that does not show its days. */
  previousId: number | null | undefined
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
      {previousId !== undefined && <DayRule postId={postId} previousId={previousId} />}
      {number === divider && <p className="thread-divider">{threadText('newDivider')}</p>}
      {!isNewestFirst && <MovedLine group={moved} />}
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
      {isNewestFirst && <MovedLine group={moved} />}
    </Fragment>
  )
})

/** Marks the first unread post of a visit, with the number of unread posts; renders nothing on a first visit. */
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
