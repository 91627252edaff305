import { formatCount } from '@forum/shared/text'
import { Link } from 'react-router-dom'
import { language } from '../../lib/i18n'
import { useForum } from '../../store'
import { Breadcrumb, GlowOnChange, RelativeTime, ThreadTags, useIsWide } from '../../ui'
import { Eye, MessageSquare } from '../../ui/icons'
import { useSession } from '../../state/session'
import { ModeratorMenu } from '../thread-actions/ModeratorMenu'
import { ThreadActions } from '../thread-actions/ThreadActions'
import { type ThreadRow } from '../../state/thread-copy'
import { blocksSlice, blocksText, isThreadHidden } from '../../state/blocks'
import { boardCopySlice } from '../../state/board-copy'
import { presenceSlice } from '../../state/presence'
import { TypeMark, useBoards } from '../../boards'
import { threadAbilities } from './abilities'
import { answerText } from './answer.texts'
import { Stamp } from './Stamp'
import { threadText } from './thread.texts'

/** The board, title, markers and counts of a thread, and the reader's actions on it. */
export function ThreadHead({ thread }: { thread: ThreadRow }) {
  const { user } = useSession()
  const { canModerate } = threadAbilities(user, thread)
  const parent = useForum((read) => read(boardCopySlice).boards[thread.boardId]?.parent ?? null)
  const title = useShownTitle(thread)
  const trail = [...(parent ? [parent] : []), thread.board]
  const isWide = useIsWide()
  const needsTypes = thread.type !== null || canModerate
  // Deleted replies keep their numbers, so the last number is higher than the number of replies.
  const deleted = thread.lastNumber - 1 - thread.replyCount
  const replies = (
    <span>
      <MessageSquare aria-hidden />{' '}
      <GlowOnChange value={thread.replyCount}>
        {threadText('replies', { count: formatted(thread.replyCount) })}
      </GlowOnChange>
    </span>
  )
  const alsoDeleted = deleted > 0 && (
    <span className="thread-facts-deleted">
      {/* If the line is too narrow, it breaks here, and the rest is hidden. */}
      <wbr />
      <span>{threadText('repliesDeleted', { count: formatted(deleted) })}</span>
    </span>
  )
  // A phone has one line below the title; the rest is in the menu of the reading bar.
  if (!isWide)
    return (
      <header className="thread-head">
        {needsTypes && <BoardTypes />}
        <h1 className="thread-heading" tabIndex={-1}>
          {thread.isFeatured && <Stamp />}
          <TypeMark thread={thread} />
          {title}
        </h1>
        <div className="thread-facts num">
          <SolvedMark thread={thread} />
          <Link to={`/boards/${thread.boardId}`} className="thread-board one-line">
            {thread.board.displayName}
          </Link>
          {replies}
          {alsoDeleted}
          <Viewers threadId={thread.id} />
          <span className="thread-facts-end">
            <ThreadTags thread={{ ...thread, isFeatured: false }} />
            {canModerate && <ModeratorMenu thread={thread} />}
          </span>
        </div>
      </header>
    )
  return (
    <header className="thread-head">
      {needsTypes && <BoardTypes />}
      <Breadcrumb trail={trail.map(({ id, displayName }) => ({ label: displayName, to: `/boards/${id}` }))} />
      <h1 className="thread-heading" tabIndex={-1}>
        {thread.isFeatured && <Stamp />}
        <ThreadTags thread={{ ...thread, isFeatured: false }} />
        <TypeMark thread={thread} />
        {title}
      </h1>
      <div className="thread-facts num">
        <SolvedMark thread={thread} />
        <span className="thread-starter" title={thread.author.displayName}>
          <span className="one-line">{thread.author.displayName}</span> ·{' '}
          <RelativeTime at={thread.createdAt} after={threadText('posted')} />
        </span>
        <span>
          <Eye aria-hidden /> {threadText('views', { count: formatted(thread.viewCount) })}
        </span>
        {replies}
        {alsoDeleted}
        <Viewers threadId={thread.id} />
      </div>
      <div className="thread-acts">
        <ThreadActions thread={thread} />
        {canModerate && <ModeratorMenu thread={thread} />}
      </div>
    </header>
  )
}

/** Loads the boards, whose types give the thread's type its name; a moderator chooses among them. */
function BoardTypes() {
  useBoards()
  return null
}

/** Shows whether a question is solved. */
function SolvedMark({ thread: { isQuestion, answerId } }: { thread: ThreadRow }) {
  return isQuestion ? <b>{answerText(answerId === null ? 'open' : 'solved')}</b> : null
}

/** Returns the title of a thread. The title of a blocked member's thread is hidden until the opening post is shown. */
export function useShownTitle(thread: ThreadRow): string {
  const isBlocked = useForum(
    (read) => isThreadHidden(read, thread) && !read(blocksSlice).shownPosts[thread.openingPostId],
  )
  return isBlocked ? blocksText('thread') : thread.title
}

const formatted = (count: number) => formatCount(count, language)

/** The number of people who read this thread. */
export function Viewers({ threadId }: { threadId: number }) {
  const presence = useForum((read) => read(presenceSlice).presence[threadId])
  // A count of one is only the reader. The space is kept, so that the arrival of a second one moves nothing.
  if (!presence || presence.viewers < 2) return <span className="thread-viewers" />
  const { viewers, members, people } = presence
  const total = threadText('viewers', { total: viewers, members, guests: Math.max(0, viewers - members) })
  const names = people.map(({ displayName }) => displayName).join('、')
  return (
    <span className="thread-viewers live" title={names === '' ? total : `${total}：${names}`}>
      <i className="dot" /> {threadText('nowViewing', { count: viewers })}
    </span>
  )
}
