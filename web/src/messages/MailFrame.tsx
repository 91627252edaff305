import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { useForum } from '../store'
import { ButtonLink, classNames, Count } from '../ui'
import { PenLine } from '../ui/icons'
import { messagesText } from './messages.texts'
import { unreadSlice } from '../state/unread'
import { COMPOSE, FOLDERS, folderPath, PEOPLE } from './paths'
import './messages.css'
import './talk.css'
import './group.css'

/** The frame of the mailbox: its folders, a list and a detail. A phone shows either the list or the detail. */
export function MailFrame({
  current,
  list,
  detail,
  isDetailOpen,
  isTalk = false,
}: {
  /** The folder, or `people` for conversations. */
  current: (typeof FOLDERS)[number] | 'people'
  list: ReactNode
  detail: ReactNode
  isDetailOpen: boolean
  /** True if the detail is a conversation, whose messages scroll in a pane. */
  isTalk?: boolean
}) {
  return (
    <div className={classNames('mail', isDetailOpen && 'mail-open', isTalk && 'mail-talking')}>
      <h1 className="visually-hidden">{messagesText('title')}</h1>
      <nav className="mail-folders" aria-label={messagesText('folders')}>
        <ButtonLink to={COMPOSE} tone="go" icon={<PenLine aria-hidden />} className="mail-write">
          {messagesText('compose')}
        </ButtonLink>
        {FOLDERS.map((type) => (
          <Link
            key={type}
            to={folderPath({ type, q: '', page: 1 })}
            className="mail-folder"
            aria-current={type === current ? 'page' : undefined}
          >
            {messagesText(type)}
            {type === 'inbox' && <InboxBadge />}
          </Link>
        ))}
        <Link
          to={PEOPLE}
          className="mail-folder mail-people"
          aria-current={current === 'people' ? 'page' : undefined}
        >
          {messagesText('conversations')}
        </Link>
      </nav>
      <div className="mail-list">{list}</div>
      <section className="mail-detail" aria-label={messagesText('detail')}>
        {detail}
      </section>
    </div>
  )
}

function InboxBadge() {
  const count = useForum((read) => read(unreadSlice).messages.count)
  if (count === 0) return null
  return (
    <span
      className="unread-badge"
      data-word={commonText('unreadMark')}
      title={commonText('unreadMessages', { count })}
    >
      <Count value={count} />
    </span>
  )
}
