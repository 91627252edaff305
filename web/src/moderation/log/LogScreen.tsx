import { type LogEntry } from '@forum/shared/contract'
import { isolated } from '@forum/shared/text'
import { Fragment, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { loadList, useItems, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import {
  Avatar,
  Button,
  ConfirmDialog,
  EmptyState,
  LoadMore,
  localTime,
  SkeletonLines,
  toast,
  usePageTitle,
  MemberLink,
} from '../../ui'
import { Inbox } from '../../ui/icons'
import { useBoards } from '../../boards'
import { actOf, shownActor, changeOf, shownReason, toneOf } from './entries'
import { EntryDetail, hasDetail } from './EntryDetail'
import { logEntries } from './lists'
import { undoAct } from './log.actions'
import { addressOf, filterOf, type LogFilter } from './log-address'
import { LogFilters } from './LogFilters'
import { logScreenText } from './log-screen.texts'
import { logSlice } from './log.slice'
import './log.css'

/**
 * `/moderation/log?actor=&action=&user=&board=&from=&to=&q=`: every privileged act that the reader may see. New ones
 * wait in a line above the table (docs/moderation.md).
 */
export function LogScreen() {
  const [query, setQuery] = useSearchParams()
  const address = query.toString()
  const filter = useMemo(() => filterOf(new URLSearchParams(address)), [address])
  const list = useMemo(() => logEntries(filter), [filter])
  const { loaded, more, updates } = useItems(
    list,
    useForum((read) => read(logSlice).entries),
  )
  const arrived = useForum((read) => read(logSlice).arrived)
  const [undoing, setUndoing] = useState<LogEntry | null>(null)
  const isFiltered = addressOf(filter).size > 0
  usePageTitle(logScreenText('title'))
  const change = (changes: Partial<LogFilter>) => {
    setQuery(addressOf({ ...filter, ...changes }), { replace: true, state: { keepsScroll: true } })
  }
  const clear = () => {
    setQuery({}, { replace: true })
  }
  const undo = async (entry: LogEntry) => {
    const result = await undoAct(forum, entry.id)
    if (result.ok) toast.success(logScreenText('undoneNow'))
    else toast.error(result.error.message)
    await loadList(forum, list)
  }
  return (
    <div className="log">
      <div className="log-head">
        <LogFilters key={filter.q} filter={filter} onChange={change} />
        <p className="faint small">
          {logScreenText('kept')}
          {isFiltered && (
            <Button size="small" tone="quiet" onClick={clear}>
              {logScreenText('clear')}
            </Button>
          )}
        </p>
      </div>
      {/* An event does not say whether the filter includes its act. */}
      {arrived > 0 && !isFiltered && loaded.status === 'ready' && (
        <button type="button" className="log-news" onClick={updates.refresh}>
          <i className="dot" aria-hidden /> {logScreenText('news', { count: arrived })}
        </button>
      )}
      <WhenLoaded
        loaded={loaded}
        skeleton={<SkeletonLines count={10} className="log-bones" />}
        failed={logScreenText('failed')}
      >
        {(entries) =>
          entries.length === 0 && more === null ? (
            <EmptyState icon={<Inbox aria-hidden />} title={logScreenText(isFiltered ? 'none' : 'noneYet')}>
              {isFiltered && <Button onClick={clear}>{logScreenText('clear')}</Button>}
            </EmptyState>
          ) : (
            <>
              <Entries entries={entries} onUndo={setUndoing} />
              <LoadMore more={more} />
            </>
          )
        }
      </WhenLoaded>
      <ConfirmDialog
        open={undoing !== null}
        onClose={() => {
          setUndoing(null)
        }}
        title={logScreenText('undoTitle', { act: undoing ? actOf(undoing) : '' })}
        text={logScreenText('undoText')}
        confirmLabel={logScreenText('undo')}
        onConfirm={() => {
          if (undoing) void undo(undoing)
        }}
      />
    </div>
  )
}

function Entries({ entries, onUndo }: { entries: readonly LogEntry[]; onUndo: (entry: LogEntry) => void }) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <table className="log-table">
      <thead>
        <tr>
          <th>{logScreenText('time')}</th>
          <th>{logScreenText('actor')}</th>
          <th>{logScreenText('what')}</th>
          <th>{logScreenText('target')}</th>
          <th>{logScreenText('reason')}</th>
          <th>
            <span className="visually-hidden">{logScreenText('acts')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Fragment key={entry.id}>
            <tr data-open={open === entry.id}>
              <td className="log-time num faint">{localTime(entry.createdAt)}</td>
              <td className="log-actor">
                <Avatar user={shownActor(entry)} size="small" /> {shownActor(entry).displayName}
              </td>
              <td className={`log-act log-${toneOf(entry)}`}>
                <i className="dot" aria-hidden /> {actOf(entry)}
              </td>
              <td>
                <Target entry={entry} />
              </td>
              <td className="log-why soft">{shownReason(entry)}</td>
              <td className="log-acts">
                {hasDetail(entry) && (
                  <Button
                    size="small"
                    tone="quiet"
                    aria-expanded={open === entry.id}
                    onClick={() => {
                      setOpen(open === entry.id ? null : entry.id)
                    }}
                  >
                    {logScreenText(open === entry.id ? 'shut' : 'open')}
                  </Button>
                )}
                {entry.undone ? (
                  <span className="faint small">
                    {logScreenText('undoneBy', { name: entry.undone.by.displayName })}
                  </span>
                ) : (
                  entry.canUndo && (
                    <Button
                      size="small"
                      tone="quiet"
                      onClick={() => {
                        onUndo(entry)
                      }}
                    >
                      {logScreenText('undo')}
                    </Button>
                  )
                )}
              </td>
            </tr>
            {open === entry.id && (
              <tr className="log-detail">
                <td />
                <td colSpan={5}>
                  <EntryDetail entry={entry} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** The subject of an act and its place. */
function Target({ entry }: { entry: LogEntry }) {
  const { thread, user, board, postId, postNumber, undoes } = entry
  const boards = useBoards().data ?? []
  const moved = changeOf(entry, 'boardId')
  const nameOf = (id: unknown) =>
    boards.find((one) => one.id === id)?.displayName ?? logScreenText('unknownBoard', { id: String(id) })
  return (
    <span className="log-target">
      {thread && (
        <Link
          className="link"
          to={postId === null || postNumber === 1 ? `/threads/${thread.id}` : `/posts/${postId}`}
        >
          《{isolated(thread.title)}》
        </Link>
      )}
      {postNumber !== null && postNumber > 1 && <span>{logScreenText('floor', { number: postNumber })}</span>}
      {user && (
        <MemberLink className="link" member={user}>
          {user.displayName}
        </MemberLink>
      )}
      {moved ? (
        <span className="faint">
          {logScreenText('moved', { from: nameOf(moved.before), to: nameOf(moved.after) })}
        </span>
      ) : (
        board && <span className="faint">{board.displayName}</span>
      )}
      {undoes !== null && <span className="faint">{logScreenText('undoes')}</span>}
    </span>
  )
}
