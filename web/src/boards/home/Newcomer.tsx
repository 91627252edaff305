import { type Board, type CurrentUser } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { writeStored } from '../../lib/storage'
import { resultOf } from '../../lib/result'
import { forum, useForum } from '../../store'
import { IconButton, ButtonLink } from '../../ui'
import { X } from '../../ui/icons'
import { commonText } from '../../lib/i18n'
import { threadCopySlice } from '../../state/thread-copy'
import { ChecklistItem } from './ChecklistItem'
import { newcomerText } from './newcomer.texts'
import './newcomer.css'

/** The board in which new members introduce themselves. */
const GREETING_BOARD = 'newcomers'

/** What a new member may do first. What is done is ticked; it goes when everything is, or when they close it. */
export function Newcomer({
  user,
  boards,
  onDone,
  onClose,
}: {
  user: CurrentUser
  /** Empty until they are loaded. */
  boards: readonly Board[]
  /** Called when everything is done; it is still shown this time. */
  onDone: () => void
  onClose: () => void
}) {
  const greeting = boards
    .flatMap((board) => [board, ...board.children])
    .find(({ name }) => name.toLowerCase() === GREETING_BOARD)
  // Events of the member's own posts are newer than the session.
  const postCount = useForum((read) => read(threadCopySlice).users[user.id]?.postCount) ?? user.postCount
  const hasPicture = user.avatar !== null
  const hasBookmark = useHasBookmark()
  const isDone = hasPicture && hasBookmark && postCount > 0
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
        <ChecklistItem isDone={hasBookmark} text={newcomerText('bookmark')}>
          <ButtonLink size="small" to="/hot">
            {newcomerText('bookmarkGo')}
          </ButtonLink>
        </ChecklistItem>
      </ul>
    </section>
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
