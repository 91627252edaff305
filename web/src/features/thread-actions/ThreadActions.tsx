import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Result } from '../../lib/result'
import { rememberPlace } from '../../lib/session'
import { forum } from '../../store'
import { classNames, isTouch, toast } from '../../ui'
import { Bell, BellOff, BellRing, Bookmark, Share2, Trash2, UserRoundSearch } from '../../ui/icons'
import { useSession } from '../auth'
import { PushOffer } from '../push'
import { actionsText } from './actions.texts'
import { type ThreadRow } from '../thread-copy'
import { deleteSoon, undoDeletion } from '../deletions'
import { muteThread } from '../notifications'
import { bookmarkThread, watchThread } from './thread-actions.actions'
import './thread-actions.css'

/** A reader's actions on a thread: watch, bookmark, show only its author, share. */
export function ThreadActions({ thread }: { thread: ThreadRow }) {
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const [hasWatched, setHasWatched] = useState(false)
  const { id, viewer } = thread
  const isWatching = viewer?.isWatching ?? false
  const isMuted = viewer?.isMuted ?? false
  const isBookmarked = viewer?.isBookmarked ?? false
  const onlyStarter = query.get('author') === String(thread.userId)
  const asMember = useAsMember()
  const removeOwn = async () => {
    const deleted = deleteSoon(forum, `thread:${id}`, id)
    const undo = () => {
      if (undoDeletion(forum, `thread:${id}`)) void navigate(`/threads/${id}`)
      else toast.error(actionsText('undoTooLate'))
    }
    toast.success(actionsText('deleted'), { action: { label: actionsText('undo'), onClick: undo } })
    void navigate(`/boards/${thread.boardId}`, { replace: true })
    const result = await deleted
    if (!result.ok) toast.error(result.error.message)
  }
  return (
    <div className="thread-actions">
      <WatchChip thread={thread} onChange={setHasWatched} />
      {(isWatching || isMuted) && (
        <Chip
          icon={<BellOff aria-hidden />}
          isOn={isMuted}
          title={actionsText('muteHint')}
          onPress={asMember(() => muteThread(forum, id, !isMuted))}
        >
          {isMuted ? actionsText('muted') : actionsText('mute')}
        </Chip>
      )}
      <Chip
        icon={<Bookmark aria-hidden />}
        isOn={isBookmarked}
        onPress={asMember(() => bookmarkThread(forum, id, !isBookmarked))}
      >
        {isBookmarked ? actionsText('bookmarked') : actionsText('bookmark')}
      </Chip>
      <Chip
        icon={<UserRoundSearch aria-hidden />}
        isOn={onlyStarter}
        onPress={() => {
          setQuery(onlyStarter ? {} : { author: String(thread.userId) })
        }}
      >
        {actionsText('onlyStarter')}
      </Chip>
      <Chip icon={<Share2 aria-hidden />} onPress={() => share(thread)}>
        {actionsText('share')}
      </Chip>
      {viewer?.canDelete === true && !viewer.canModerate && !thread.isDeleted && (
        <Chip icon={<Trash2 aria-hidden />} onPress={removeOwn}>
          {actionsText('delete')}
        </Chip>
      )}
      {hasWatched && <PushOffer />}
    </div>
  )
}

/** Returns a function that does for a member what a button says, and asks a visitor to sign in. */
function useAsMember() {
  const navigate = useNavigate()
  const { user } = useSession()
  return (act: () => Promise<Result<void>>) => async () => {
    if (!user) {
      rememberPlace()
      void navigate('/login')
      return
    }
    const result = await act()
    if (!result.ok) toast.error(result.error.message)
  }
}

/** Watches a thread, or stops watching it. */
export function WatchChip({
  thread: { id, viewer },
  onChange,
}: {
  thread: ThreadRow
  onChange?: (isWatching: boolean) => void
}) {
  const asMember = useAsMember()
  const isWatching = viewer?.isWatching ?? false
  return (
    <Chip
      icon={isWatching ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      isOn={isWatching}
      title={actionsText('watchHint')}
      onPress={asMember(() => {
        onChange?.(!isWatching)
        return watchThread(forum, id, !isWatching)
      })}
    >
      {isWatching ? actionsText('watching') : actionsText('watch')}
    </Chip>
  )
}

/** A small framed button; with `isOn` it looks pressed. */
function Chip({
  icon,
  isOn,
  title,
  onPress,
  children,
}: {
  icon: ReactNode
  isOn?: boolean
  title?: string
  onPress: () => void | Promise<void>
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={classNames('chip', isOn === true && 'chip-on')}
      aria-pressed={isOn}
      title={title}
      onClick={() => void onPress()}
    >
      {icon}
      {children}
    </button>
  )
}

/** Opens the device's share sheet if it has one, and otherwise copies the address of the thread. */
async function share({ id, title }: ThreadRow): Promise<void> {
  const url = `${location.origin}/threads/${id}`
  // On desktop browsers a copied link works better than their share dialogs.
  if ('share' in navigator && isTouch()) {
    try {
      await navigator.share({ title, url })
      return
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    toast.success(actionsText('linkCopied'))
  } catch {
    toast.error(actionsText('copyFailed'))
  }
}
