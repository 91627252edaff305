import { type Board, type CurrentUser } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { writeStored } from '../../lib/storage'
import { resultOf } from '../../lib/result'
import { forum, useForum } from '../../store'
import { IconButton, ButtonLink, toast } from '../../ui'
import { X } from '../../ui/icons'
import { commonText } from '../../lib/i18n'
import { threadCopySlice } from '../../state/thread-copy'
import { setBoardLevel } from '../boards.actions'
import { ChecklistItem } from './ChecklistItem'
import { newcomerText } from './newcomer.texts'
import '../../ui/chip.css'
import './newcomer.css'

/** The board in which new members introduce themselves. */
const GREETING_BOARD = 'newcomers'
/** Boards that are offered to follow. */
const OFFERED_BOARDS = 8

/**
 * The first steps of a new member. Those that are done are ticked; the list goes when all are, or when the member
 * closes it.
 */
export function Newcomer({
  user,
  boards,
  onDone,
  onClose,
}: {
  user: CurrentUser
  /** Empty until they are loaded. */
  boards: readonly Board[]
  /** Called when everything is done; the list is still shown this time. */
  onDone: () => void
  onClose: () => void
}) {
  const all = boards.flatMap((board) => [board, ...board.children])
  const greeting = all.find(({ name }) => name.toLowerCase() === GREETING_BOARD)
  const hasFollowed = all.some(isFollowed)
  // Events of the member's own posts are newer than the session, but count those only that everyone sees.
  const shownPosts = useForum((read) => read(threadCopySlice).users[user.id]?.postCount) ?? 0
  const postCount = Math.max(shownPosts, user.postCount)
  const hasPicture = user.avatar !== null
  const hasBookmark = useHasBookmark()
  const isDone = hasPicture && hasBookmark && hasFollowed && postCount > 0
  useEffect(() => {
    writeStored('forum:newcomer-begun', String(user.id))
    if (isDone) onDone()
  }, [user.id, isDone, onDone])
  return (
    <section className="newcomer" aria-labelledby="newcomer">
      <h2 id="newcomer">{newcomerText('title', { name: user.displayName })}</h2>
      <IconButton label={commonText('close')} className="newcomer-close" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <ul>
        <ChecklistItem isDone text={newcomerText('registered')} />
        <ChecklistItem isDone={hasPicture} text={newcomerText('picture')}>
          <ButtonLink size="small" to="/profile">
            {newcomerText('pictureGo')}
          </ButtonLink>
        </ChecklistItem>
        <ChecklistItem isDone={postCount > 0} text={newcomerText('greet')}>
          {greeting && (
            <ButtonLink size="small" tone="go" to={`/new-thread/${greeting.id}?begin=greeting`}>
              {newcomerText('greetGo')}
            </ButtonLink>
          )}
        </ChecklistItem>
        <ChecklistItem isDone={hasFollowed} text={newcomerText('follow')} />
        {boards.length > 0 && <BoardOffer boards={boards.filter((board) => board !== greeting)} />}
        <ChecklistItem isDone={hasBookmark} text={newcomerText('bookmark')}>
          <ButtonLink size="small" to="/hot">
            {newcomerText('bookmarkGo')}
          </ButtonLink>
        </ChecklistItem>
      </ul>
    </section>
  )
}

const isFollowed = ({ viewer }: Board) => viewer?.level === 'follow'

/** The busiest boards as buttons that follow a board, or unfollow it. */
function BoardOffer({ boards }: { boards: readonly Board[] }) {
  // Chosen once, so that no chip moves while it is pressed.
  const [offered] = useState(() =>
    boards
      .filter(({ children }) => children.length === 0)
      .toSorted((a, b) => b.postCount - a.postCount)
      .slice(0, OFFERED_BOARDS)
      .map(({ id }) => id),
  )
  const shown = boards.filter(({ id }) => offered.includes(id))
  if (shown.length === 0) return null
  return (
    <li>
      <div role="group" className="newcomer-boards" aria-label={newcomerText('boards')}>
        {shown.map((board) => {
          const isOn = isFollowed(board)
          return (
            <button
              key={board.id}
              type="button"
              className={isOn ? 'chip chip-on' : 'chip'}
              aria-pressed={isOn}
              onClick={() => {
                void setBoardLevel(forum, board.id, isOn ? 'normal' : 'follow').then((result) => {
                  if (!result.ok) toast.error(result.error.message)
                })
              }}
            >
              {board.displayName}
            </button>
          )
        })}
      </div>
    </li>
  )
}

function useHasBookmark(): boolean {
  const [hasBookmark, setHasBookmark] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    void resultOf(forum.call('listBookmarks', { query: { limit: 1 } })).then((result) => {
      if (!isUnmounted && result.ok) setHasBookmark(result.value.threads.length > 0)
    })
    return () => {
      isUnmounted = true
    }
  }, [])
  return hasBookmark
}
