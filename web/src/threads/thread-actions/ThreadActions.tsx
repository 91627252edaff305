import { type ComponentProps, type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Result } from '../../lib/result'
import { forum } from '../../store'
import { classNames, copyToClipboard, isTouch, Menu, MenuItem, MenuLine, toast } from '../../ui'
import { Bell, BellOff, BellRing, Bookmark, Share2, Trash2, UserRoundSearch } from '../../ui/icons'
import { useSignInFirst, type Wanted } from '../../accounts'
import { useOffers } from '../../state/offers'
import { actionsText } from './actions.texts'
import { type ThreadRow } from '../../state/thread-copy'
import { deleteSoon, undoDeletion } from '../../state/deletions'
import { bookmarkThread, muteThread, watchThread } from './thread-actions.actions'
import '../../ui/chip.css'
import './thread-actions.css'

interface Act {
  name: 'watch' | 'mute' | 'bookmark' | 'onlyStarter' | 'share' | 'delete'
  icon: ReactNode
  label: string
  /** Undefined for an action without a state. */
  isOn?: boolean
  hint?: string
  run: () => void | Promise<void>
}

/**
 * Returns a reader's actions on a thread: watch, bookmark, show only its author, share, and delete it if it is their
 * own.
 */
function useThreadActs(thread: ThreadRow): { acts: Act[]; hasWatched: boolean } {
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
  const acts: Act[] = [
    {
      name: 'watch',
      icon: isWatching ? <BellRing aria-hidden /> : <Bell aria-hidden />,
      label: actionsText(isWatching ? 'watching' : 'watch'),
      isOn: isWatching,
      hint: actionsText('watchHint'),
      run: asMember({ act: 'watch', id, place: `/threads/${id}` }, () => {
        setHasWatched(!isWatching)
        return watchThread(forum, id, !isWatching)
      }),
    },
  ]
  if (isWatching || isMuted)
    acts.push({
      name: 'mute',
      icon: <BellOff aria-hidden />,
      label: actionsText(isMuted ? 'muted' : 'mute'),
      isOn: isMuted,
      hint: actionsText('muteHint'),
      run: asMember({ act: 'watch', id, place: `/threads/${id}` }, () => muteThread(forum, id, !isMuted)),
    })
  acts.push(
    {
      name: 'bookmark',
      icon: <Bookmark aria-hidden />,
      label: actionsText(isBookmarked ? 'bookmarked' : 'bookmark'),
      isOn: isBookmarked,
      run: asMember({ act: 'bookmark', id, place: `/threads/${id}` }, () =>
        bookmarkThread(forum, id, !isBookmarked),
      ),
    },
    {
      name: 'onlyStarter',
      icon: <UserRoundSearch aria-hidden />,
      label: actionsText('onlyStarter'),
      isOn: onlyStarter,
      run: () => {
        setQuery(onlyStarter ? {} : { author: String(thread.userId) })
      },
    },
    { name: 'share', icon: <Share2 aria-hidden />, label: actionsText('share'), run: () => share(thread) },
  )
  if (viewer?.canDelete === true && !viewer.canModerate && !thread.isDeleted)
    acts.push({
      name: 'delete',
      icon: <Trash2 aria-hidden />,
      label: actionsText('delete'),
      run: removeOwn,
    })
  return { acts, hasWatched }
}

/** A reader's actions on a thread, as buttons in its head. */
export function ThreadActions({ thread }: { thread: ThreadRow }) {
  const { acts, hasWatched } = useThreadActs(thread)
  const AfterWatching = useOffers().afterWatching
  return (
    <div className="thread-actions">
      {acts.map((act) => (
        <Chip key={act.name} icon={act.icon} isOn={act.isOn} title={act.hint} onPress={act.run}>
          {act.label}
        </Chip>
      ))}
      {hasWatched && <AfterWatching />}
    </div>
  )
}

/** A button that opens a menu of a reader's actions on a thread; `children` are its further entries. */
export function ThreadActsMenu({
  thread,
  trigger,
  children,
}: {
  thread: ThreadRow
  trigger: ComponentProps<typeof Menu>['trigger']
  children: ReactNode
}) {
  const { acts, hasWatched } = useThreadActs(thread)
  const AfterWatching = useOffers().afterWatching
  return (
    <>
      {hasWatched && <AfterWatching />}
      <Menu trigger={trigger}>
        {acts.map((act) => (
          <MenuItem
            key={act.name}
            icon={act.icon}
            danger={act.name === 'delete'}
            onSelect={() => void act.run()}
          >
            {act.label}
          </MenuItem>
        ))}
        <MenuLine />
        {children}
      </Menu>
    </>
  )
}

/** Returns a function that runs an action for members, and asks visitors to sign in. */
function useAsMember() {
  const signInFirst = useSignInFirst()
  return (wanted: Wanted, act: () => Promise<Result<void>>) => async () => {
    if (signInFirst(wanted)) return
    const result = await act()
    if (!result.ok) toast.error(result.error.message)
  }
}

/** The first of a reader's actions on a thread, as a single button. */
export function WatchChip({ thread, tabIndex }: { thread: ThreadRow; tabIndex?: number }) {
  const [watch] = useThreadActs(thread).acts
  return (
    watch && (
      <Chip icon={watch.icon} isOn={watch.isOn} title={watch.hint} tabIndex={tabIndex} onPress={watch.run}>
        {watch.label}
      </Chip>
    )
  )
}

/** A small framed button; with `isOn` it looks pressed. */
function Chip({
  icon,
  isOn,
  title,
  tabIndex,
  onPress,
  children,
}: {
  icon: ReactNode
  isOn?: boolean | undefined
  title?: string | undefined
  tabIndex?: number | undefined
  onPress: () => void | Promise<void>
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={classNames('chip', isOn === true && 'chip-on')}
      aria-pressed={isOn}
      title={title}
      tabIndex={tabIndex}
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
  await copyToClipboard(url, actionsText('linkCopied'), actionsText('copyFailed'))
}
