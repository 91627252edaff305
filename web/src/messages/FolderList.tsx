import { MESSAGE_PREVIEW_LENGTH, QUERY_MAX } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { cutCharacters, trimText } from '@forum/shared/text'
import { type ReactNode, type FormEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { type ListState, revalidateList, useList } from '../resource'
import { forum, useForum } from '../store'
import {
  Bone,
  Button,
  ButtonLink,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Pagination,
  RelativeTime,
  rows,
  Skeleton,
  useAction,
  useBusy,
  walkable,
} from '../ui'
import { Inbox, Search } from '../ui/icons'
import { useSession } from '../state/session'
import { previewOf } from './compose'
import { folderMessages } from './message-lists'
import { type MessageEntity, messagesSlice } from './messages.slice'
import { messagesText } from './messages.texts'
import { COMPOSE, folderPath } from './paths'
import { deleteMessage, markMessageRead } from './messages.actions'
import { type FolderPage, isReceived } from './list-keys'
import { otherNameOf } from './names'

const EMPTY_TEXT = { inbox: 'emptyInbox', sent: 'emptySent', unread: 'emptyUnread' } as const

/** A page of a folder: its search, its messages and the actions on several of them. */
export function FolderList({ folder, openId }: { folder: FolderPage; openId: number | null }) {
  const list = useMemo(() => folderMessages(folder), [folder])
  const { list: state, updates } = useList(list)
  const [last, setLast] = useState<{ folder: FolderPage; state: ListState } | null>(null)
  const isLoading = state === undefined || state.status === 'loading'
  useBusy(isLoading)
  if (state?.status === 'ready' && last?.state !== state) setLast({ folder, state })
  // The previous results stay while the next letter is searched for.
  const isSearching =
    isLoading && last !== null && last.folder.type === folder.type && last.folder.q !== folder.q
  const shown = isSearching ? last : state?.status === 'ready' ? { folder, state } : null
  return (
    <>
      <MailSearch key={folder.type} folder={folder} openId={openId} />
      <Arrivals key={folderPath(folder)} folder={folder} shownIds={state?.ids ?? []} />
      {isLoading && !isSearching && <ListSkeleton />}
      {state?.status === 'error' && (
        <ErrorState
          title={messagesText('error.fetch')}
          cause={state.error?.message}
          onRetry={updates.refresh}
        />
      )}
      {shown && (
        // Selections belong to one page of one folder.
        <FolderRows key={folderPath(shown.folder)} folder={shown.folder} list={shown.state} openId={openId} />
      )}
    </>
  )
}

function FolderRows({
  folder,
  list,
  openId,
}: {
  folder: FolderPage
  list: ListState
  openId: number | null
}) {
  const messages = useForum((read) => read(messagesSlice).messages)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const shown = list.ids.flatMap((id) => messages[id] ?? [])
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    setChosen(next)
  }
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          icon={<Inbox aria-hidden />}
          title={folder.q === '' ? messagesText(EMPTY_TEXT[folder.type]) : messagesText('noneFound')}
        >
          {folder.q !== '' ? (
            <ButtonLink to={folderPath({ ...folder, q: '', page: 1 })}>
              {messagesText('clearSearch')}
            </ButtonLink>
          ) : folder.type === 'unread' ? (
            <ButtonLink to={folderPath({ ...folder, type: 'inbox' })}>{messagesText('seeInbox')}</ButtonLink>
          ) : (
            <ButtonLink to={COMPOSE}>{messagesText('compose')}</ButtonLink>
          )}
        </EmptyState>
      ) : (
        <>
          <BulkActions folder={folder} shown={shown} chosen={chosen} choose={choose} />
          <ul className="mail-rows">
            {shown.map((message) => (
              <MessageRow
                key={message.id}
                message={message}
                folder={folder}
                isOpen={message.id === openId}
                isChosen={chosen.has(message.id)}
                onChoose={(isChosen) => {
                  choose([message.id], isChosen)
                }}
              />
            ))}
          </ul>
        </>
      )}
      {list.pagination && (
        <Pagination
          page={folder.page}
          totalPages={list.pagination.totalPages}
          hrefFor={(page) => folderPath({ ...folder, page })}
        />
      )}
    </>
  )
}

/** Shows the number of messages that have arrived and are not on this page, and links to them. */
function Arrivals({ folder, shownIds }: { folder: FolderPage; shownIds: readonly number[] }) {
  const arrived = useForum((read) => read(messagesSlice).arrivedMessageIds)
  const [before] = useState(() => new Set(arrived))
  const isFirst = folder.page === 1 && folder.q === ''
  if (isFirst || folder.type === 'sent') return null
  const count = arrived.filter((id) => !before.has(id) && !shownIds.includes(id)).length
  if (count === 0) return null
  return (
    <p className="mail-arrived" role="status">
      <Link to={folderPath({ ...folder, q: '', page: 1 })}>{messagesText('arrived', { count })}</Link>
    </p>
  )
}

/** Pause in typing before the mailbox is searched. */
const SEARCH_AFTER_MS = 300

/** Searches the folder as words are typed; the address holds the search. */
function MailSearch({ folder, openId }: { folder: FolderPage; openId: number | null }) {
  const navigate = useNavigate()
  const [text, setText] = useState(folder.q)
  const [searched, setSearched] = useState(folder.q)
  /** The last search from this field: text typed since then is kept when the address follows. */
  const [ownSearch, setOwnSearch] = useState(folder.q)
  const [isComposing, setIsComposing] = useState(false)
  if (folder.q !== searched) {
    setSearched(folder.q)
    // The address was changed otherwise, such as by going back.
    if (folder.q !== ownSearch) {
      setOwnSearch(folder.q)
      setText(folder.q)
    }
  }
  const search = useCallback(
    (typed: string) => {
      const q = cutCharacters(trimText(typed), QUERY_MAX)
      if (q === folder.q) return
      const path = folderPath({ type: folder.type, q, page: 1 }, openId ?? undefined)
      setOwnSearch(q)
      // One history entry for a search, however many letters it takes.
      void navigate(path, { replace: folder.q !== '' })
    },
    [folder, openId, navigate],
  )
  useEffect(() => {
    if (isComposing || text.trim() === folder.q) return undefined
    const timer = setTimeout(() => {
      search(text)
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [text, isComposing, folder.q, search])
  return (
    <form
      className="mail-search"
      role="search"
      aria-label={messagesText('searchPlaceholder')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        search(text)
      }}
    >
      <Search aria-hidden />
      <input
        type="search"
        enterKeyHint="search"
        aria-label={messagesText('searchPlaceholder')}
        placeholder={messagesText('searchPlaceholder')}
        value={text}
        onCompositionStart={() => {
          setIsComposing(true)
        }}
        onCompositionEnd={() => {
          setIsComposing(false)
        }}
        onChange={({ target: { value } }) => {
          setText(value)
        }}
      />
    </form>
  )
}

function BulkActions({
  folder,
  shown,
  chosen,
  choose,
}: {
  folder: FolderPage
  shown: readonly MessageEntity[]
  chosen: ReadonlySet<number>
  choose: (ids: readonly number[], isChosen: boolean) => void
}) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const ids = shown.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const unread = shown.filter(({ id, isRead }) => !isRead && chosen.has(id))
  const isAll = ids.length === shown.length

  /** Applies an action to each message; the result is a failure if any of them failed. */
  const each = async (
    messageIds: readonly number[],
    act: typeof deleteMessage,
  ): ReturnType<typeof deleteMessage> => {
    const results = await Promise.all(messageIds.map((id) => act(forum, id)))
    choose(
      messageIds.filter((_, i) => results[i]?.ok),
      false,
    )
    return results.find(({ ok }) => !ok) ?? { ok: true, value: undefined }
  }
  const marking = useAction(
    () =>
      each(
        unread.map(({ id }) => id),
        markMessageRead,
      ),
    () => undefined,
    messagesText('error.markRead'),
  )
  const removal = useAction(
    async () => {
      const result = await each(ids, deleteMessage)
      // Those of later pages move up.
      void revalidateList(forum, folderMessages(folder))
      void navigate(folderPath(folder))
      return result
    },
    messagesText('deleteSuccess'),
    messagesText('error.delete'),
  )
  const isBusy = marking.isBusy || removal.isBusy
  return (
    <div className="mail-bulk">
      <label className="mail-check">
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = ids.length > 0 && !isAll
          }}
          checked={isAll}
          onChange={({ target: { checked } }) => {
            choose(
              shown.map(({ id }) => id),
              checked,
            )
          }}
        />
        {ids.length === 0 ? messagesText('selectAll') : messagesText('selected', { count: ids.length })}
      </label>
      {ids.length > 0 && (
        <span className="mail-bulk-acts">
          {folder.type !== 'sent' && (
            <Button size="small" busy={isBusy} disabled={unread.length === 0} onClick={marking.run}>
              {messagesText('markRead')}
            </Button>
          )}
          <Button
            size="small"
            busy={isBusy}
            onClick={() => {
              setIsAsking(true)
            }}
          >
            {commonText('delete')}
          </Button>
        </span>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => {
          setIsAsking(false)
        }}
        title={messagesText('confirmDeleteMany', { count: ids.length })}
        text={messagesText('deleteNote')}
        confirmLabel={commonText('delete')}
        danger
        onConfirm={removal.run}
      />
    </div>
  )
}

function MessageRow({
  message,
  folder,
  isOpen,
  isChosen,
  onChoose,
}: {
  message: MessageEntity
  folder: FolderPage
  isOpen: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}) {
  const userId = useSession().user?.id ?? 0
  const isNew = !message.isRead && folder.type !== 'sent' && isReceived(message, userId)
  const name = otherNameOf(message, userId)
  const subject = message.subject || messagesText('noSubject')
  return (
    <MessageBoxes
      isNew={isNew}
      isOpen={isOpen}
      check={
        <input
          type="checkbox"
          aria-label={messagesText('select', { subject })}
          checked={isChosen}
          onChange={({ target: { checked } }) => {
            onChoose(checked)
          }}
        />
      }
      to={folderPath(folder, message.id)}
      head={
        <>
          <span className="mail-row-name one-line">{name}</span>
          {isNew && <span className="mail-new">{messagesText('new')}</span>}
          {folder.type === 'sent' && message.isRead && (
            <span className="mail-seen">{messagesText('readByOther')}</span>
          )}
          <span className="mail-row-time">
            <RelativeTime at={message.createdAt} />
          </span>
        </>
      }
      subject={subject}
      text={previewOf(
        message.isCut ? message.content : excerpt(message.content, MESSAGE_PREVIEW_LENGTH),
        messagesText('originalSeparator'),
      )}
    />
  )
}

/** Messages, or conversations, while they load. */
export function ListSkeleton() {
  return (
    <Skeleton>
      <ul className="mail-rows">
        {rows(6, (row) => (
          <MessageBoxes
            key={row}
            head={<Bone width="40%" />}
            subject={<Bone width="70%" />}
            text={<Bone width="90%" />}
          />
        ))}
      </ul>
    </Skeleton>
  )
}

function MessageBoxes({
  isNew = false,
  isOpen = false,
  check,
  to,
  head,
  subject,
  text,
}: {
  isNew?: boolean
  isOpen?: boolean
  check?: ReactNode
  /** The target of the row; none while it loads. */
  to?: string
  head: ReactNode
  subject: ReactNode
  text: ReactNode
}) {
  const words = (
    <>
      <span className="mail-row-head">{head}</span>
      <span className="mail-row-subject one-line">{subject}</span>
      <span className="mail-row-text one-line">{text}</span>
    </>
  )
  return (
    <li className="mail-row" data-new={isNew} data-open={isOpen}>
      <label className="mail-check">{check}</label>
      {to === undefined ? (
        <span className="mail-row-link">{words}</span>
      ) : (
        <Link
          {...walkable}
          tabIndex={0}
          to={to}
          className="mail-row-link"
          aria-current={isOpen ? 'true' : undefined}
        >
          {words}
        </Link>
      )}
    </li>
  )
}
