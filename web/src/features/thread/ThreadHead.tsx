import { formatCount } from '@forum/shared/text'
import { toast } from 'sonner'
import { ApiError, call } from '../../lib/api'
import { useTexts } from '../../lib/i18n'
import { useForum, useSession, type ThreadRow } from '../../store'
import { Breadcrumb, Button, Live, Menu, MenuItem, RelativeTime, ThreadTags } from '../../ui'
import { Eye, Lock, LockOpen, MessageSquare, Pin, PinOff, ShieldCheck } from '../../ui/icons'
import { threadAbilities } from './abilities'
import { catchUp } from './replies'

/** Where a thread stands, what it is called, its markers and numbers; for moderators, their tools. */
export function ThreadHead({ thread }: { thread: ThreadRow }) {
  const t = useTexts()
  const { user } = useSession()
  const { canModerate } = threadAbilities(user, thread)
  const parent = useForum((state) => state.boards[thread.boardId]?.parent ?? null)
  const trail = [...(parent ? [parent] : []), thread.board]
  return (
    <header className="thread-head">
      <Breadcrumb trail={trail.map(({ id, displayName }) => ({ label: displayName, to: `/boards/${id}` }))} />
      <h1 className="thread-heading">
        <ThreadTags thread={thread} />
        {thread.title}
      </h1>
      <div className="thread-facts num">
        <span>
          {thread.author.displayName} {t('thread.posted')} <RelativeTime at={thread.createdAt} />
        </span>
        <span>
          <Eye aria-hidden /> {t('thread.views', { count: formatted(thread.viewCount) })}
        </span>
        <span>
          <MessageSquare aria-hidden />{' '}
          <Live of={thread.replyCount}>{t('thread.replies', { count: formatted(thread.replyCount) })}</Live>
        </span>
        <Viewers threadId={thread.id} />
        {canModerate && !thread.isDeleted && <ModeratorMenu thread={thread} />}
      </div>
    </header>
  )
}

/** i18next counts with numbers; a text of its own stands where one is shortened. */
const formatted = (count: number) => formatCount(count, 'zh') as unknown as number

/** How many are reading this thread; its place is kept until it is known. */
function Viewers({ threadId }: { threadId: number }) {
  const t = useTexts()
  const presence = useForum((state) => state.presence[threadId])
  if (!presence) return <span className="thread-viewers" />
  const { viewers, members, people } = presence
  const total = t('thread.viewers', { total: viewers, members, guests: Math.max(0, viewers - members) })
  const names = people.map(({ displayName }) => displayName).join('、')
  return (
    <span className="thread-viewers live" title={names === '' ? total : `${total}：${names}`}>
      <i className="dot" /> {t('thread.nowViewing', { count: viewers })}
    </span>
  )
}

/** Pinning and locking are shown as they are, never before the server has said yes (product research C7). */
function ModeratorMenu({ thread }: { thread: ThreadRow }) {
  const t = useTexts()
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
      await catchUp(thread.id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }
  const params = { threadId: thread.id }
  return (
    <Menu
      trigger={
        <Button size="small" className="thread-manage" icon={<ShieldCheck aria-hidden />}>
          {t('thread.manage')}
        </Button>
      }
    >
      <MenuItem
        icon={thread.isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        onSelect={() => void act(() => call('pinThread', { params, body: { pinned: !thread.isPinned } }))}
      >
        {thread.isPinned ? t('thread.unpin') : t('thread.pin')}
      </MenuItem>
      <MenuItem
        icon={thread.isLocked ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
        onSelect={() => void act(() => call('lockThread', { params, body: { locked: !thread.isLocked } }))}
      >
        {thread.isLocked ? t('thread.unlock') : t('thread.lock')}
      </MenuItem>
    </Menu>
  )
}
