import { type Api, type LogEntry, type ResponseOf } from '@forum/shared/contract'
import { DAY_MS } from '@forum/shared/clock'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { resultOf } from '../../lib/result'
import { type List, revalidateList } from '../../resource'
import { forum } from '../../store'
import { Avatar, Button, localTime, RelativeTime, sharedClock, Tag, toast } from '../../ui'
import { sameSourceText } from './same-source.texts'
import { undoLater } from './undo-later'

type Found = ResponseOf<Api['getSameSource']>

const SPANS = { day: 1, week: 7, month: 30 } as const
type Span = keyof typeof SPANS

/**
 * The accounts that may belong to the same person as a member, loaded on demand because that is logged; and the block
 * of their addresses.
 */
export function SameSource({ userId, list }: { userId: number; list: List<LogEntry> }) {
  const [found, setFound] = useState<Found | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const load = async () => {
    setIsBusy(true)
    const result = await resultOf(forum.call('getSameSource', { params: { userId } }))
    setIsBusy(false)
    if (result.ok) setFound(result.value)
    else toast.error(sameSourceText('failed'), { description: result.error.message })
    revalidateList(forum, list).catch(() => undefined)
  }
  return (
    <section aria-labelledby="same-source">
      <h3 id="same-source">
        {sameSourceText('title')} <span className="faint small">{sameSourceText('logged')}</span>
      </h3>
      {found === null ? (
        <Button busy={isBusy} onClick={() => void load()}>
          {sameSourceText('open')}
        </Button>
      ) : (
        <>
          <Members found={found} />
          <p className="faint small">{sameSourceText('note')}</p>
          <Block
            userId={userId}
            until={found.blockedUntil}
            onChange={(blockedUntil) => {
              setFound({ ...found, blockedUntil })
            }}
            list={list}
          />
        </>
      )}
    </section>
  )
}

function Members({ found: { members } }: { found: Found }) {
  if (members.length === 0) return <p role="status">{sameSourceText('none')}</p>
  return (
    <ul className="same-source">
      {members.map(({ user, isBanned, strength, lastSeenAt }) => (
        <li key={user.id}>
          <Avatar user={user} size="small" />
          <Link to={`/users/${user.id}`} className="link one-line">
            {user.displayName}
          </Link>
          {isBanned && <Tag tone="danger">{sameSourceText('banned')}</Tag>}
          <span className="faint small">
            {sameSourceText(`strength.${strength}`)} · <RelativeTime at={lastSeenAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Block({
  userId,
  until,
  onChange,
  list,
}: {
  userId: number
  until: string | null
  onChange: (until: string | null) => void
  list: List<LogEntry>
}) {
  const [isBusy, setIsBusy] = useState(false)
  const set = async (days: number | null) => {
    setIsBusy(true)
    const end = days === null ? null : new Date(sharedClock.now() + days * DAY_MS).toISOString()
    const result = await resultOf(forum.call('blockSource', { params: { userId }, body: { until: end } }))
    setIsBusy(false)
    if (!result.ok) {
      toast.error(result.error.message)
      return
    }
    onChange(result.value.blockedUntil)
    undoLater(sameSourceText(days === null ? 'unblocked' : 'blocked'), result.value.undo, list)
    revalidateList(forum, list).catch(() => undefined)
  }
  if (until !== null)
    return (
      <p className="told told-danger">
        <b>{sameSourceText('blockedUntil', { time: localTime(until) })}</b>
        <Button size="small" busy={isBusy} onClick={() => void set(null)}>
          {sameSourceText('unblock')}
        </Button>
      </p>
    )
  return (
    <>
      <p className="same-source-block" role="group" aria-label={sameSourceText('block')}>
        {sameSourceText('block')}
        {(Object.keys(SPANS) as Span[]).map((span) => (
          <Button key={span} size="small" busy={isBusy} onClick={() => void set(SPANS[span])}>
            {sameSourceText(`for.${span}`)}
          </Button>
        ))}
      </p>
      <p className="faint small">{sameSourceText('blockHelp')}</p>
    </>
  )
}
