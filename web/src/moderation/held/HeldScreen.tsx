import { DAY_MS } from '@forum/shared/clock'
import { type Held, type HeldReason } from '@forum/shared/contract'
import { Fragment, useEffect, useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useItems, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import {
  Button,
  ButtonLink,
  Check as CheckBox,
  classNames,
  EmptyState,
  LoadMore,
  RelativeTime,
  sharedClock,
  SkeletonLines,
  Tag,
  usePageTitle,
  MemberLink,
} from '../../ui'
import { Check, Inbox } from '../../ui/icons'
import { useListKeys } from '../use-list-keys'
import { Marked } from '../cases/Marked'
import { HeldDialogs } from './HeldDialogs'
import { HELD_LISTS, heldIn, type HeldListName, showArrived } from './held-queue.actions'
import { heldQueueSlice } from './held-queue.slice'
import { heldQueueText } from './held-queue.texts'
import { type HeldActs, useHeldActs } from './use-held-acts'
import '../../ui/chip.css'
import './held-queue.css'

/** The reasons, the most serious first. */
const REASONS = [
  'word',
  'outside',
  'link',
  'picture',
  'first_post',
  'board',
] as const satisfies readonly HeldReason[]

const listOf = (name: string | null): HeldListName => HELD_LISTS.find((one) => one === name) ?? 'pending'

/** Returns the address where a text would appear; null for a message. */
export const placeOf = ({ kind, thread, postId, board }: Held): string | null => {
  if (kind === 'edit' && thread && postId !== null) return `/posts/${postId}`
  if (thread) return `/threads/${thread.id}/page/last`
  return board && `/boards/${board.id}`
}

/**
 * `/moderation/held?list=&why=`: the texts that wait for approval, the oldest first, and those decided on. Lines keep
 * their places while they are shown (docs/moderation.md#approval).
 */
export function HeldScreen() {
  const [query] = useSearchParams()
  const name = listOf(query.get('list'))
  const reason = REASONS.find((one) => one === query.get('why')) ?? null
  const list = useMemo(() => heldIn(name), [name])
  const heldById = useForum((read) => read(heldQueueSlice).held)
  const { loaded, items = [], more } = useItems(list, heldById)
  const lines = items.filter(({ reasons }) => reason === null || reasons.includes(reason))
  const acts = useHeldActs(name === 'pending' ? lines : [])
  const navigate = useNavigate()
  usePageTitle(heldQueueText('title'))
  const arrived = useForum((read) => read(heldQueueSlice).arrived).length
  const isIdle =
    name === 'pending' && loaded.status === 'ready' && !items.some(({ status }) => status === 'pending')
  const showNews = () => showArrived(forum, list)
  const isNews = arrived > 0
  const isMore = isNews || more !== null
  useEffect(() => {
    // While no line is shown, none can move under the pointer.
    if (isIdle && isMore) void showArrived(forum, list)
  }, [isIdle, isMore, list])
  useListKeys({
    o: () => {
      const place = acts.current && placeOf(acts.current)
      if (place) void navigate(place)
    },
  })
  return (
    <div className="held">
      <Filters name={name} reason={reason} items={items} />
      <p className="faint small">{heldQueueText('order')}</p>
      {isNews && name === 'pending' && (
        <button type="button" className="held-news" onClick={() => void showNews()}>
          {heldQueueText('news', { count: arrived })}
        </button>
      )}
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={6} />} failed={heldQueueText('failed')}>
        {() =>
          lines.length === 0 ? (
            <Nothing name={name} />
          ) : (
            <>
              <ol className="held-lines">
                {lines.map((held) => (
                  <HeldLine key={held.id} held={held} acts={acts} />
                ))}
              </ol>
              {more && <LoadMore more={more} />}
            </>
          )
        }
      </WhenLoaded>
      {acts.chosen.length > 0 && <ChosenBar acts={acts} />}
      {name === 'pending' && <Keys />}
      <HeldDialogs acts={acts} />
    </div>
  )
}

function Filters({
  name,
  reason,
  items,
}: {
  name: HeldListName
  reason: string | null
  items: readonly Held[]
}) {
  const to = (list: HeldListName, why: string | null) => {
    const query = new URLSearchParams({
      ...(list === 'pending' ? {} : { list }),
      ...(why === null ? {} : { why }),
    })
    return query.size === 0 ? '/moderation/held' : `/moderation/held?${query.toString()}`
  }
  const chip = (isOn: boolean) => ({
    className: isOn ? 'chip chip-on' : 'chip',
    'aria-current': isOn ? ('page' as const) : undefined,
  })
  const reasons = REASONS.filter((one) => one === reason || items.some((item) => item.reasons.includes(one)))
  return (
    <>
      <nav className="held-filters" aria-label={heldQueueText('title')}>
        {HELD_LISTS.map((one) => (
          <Link key={one} to={to(one, null)} {...chip(one === name)}>
            {heldQueueText(`lists.${one}`)}
          </Link>
        ))}
      </nav>
      {reasons.length > 0 && (
        <nav className="held-filters" aria-label={heldQueueText('why')}>
          <Link to={to(name, null)} {...chip(reason === null)}>
            {heldQueueText('all')} {items.length}
          </Link>
          {reasons.map((one) => (
            <Link key={one} to={to(name, one)} {...chip(one === reason)}>
              {heldQueueText(`reason.${one}`)} {items.filter((item) => item.reasons.includes(one)).length}
            </Link>
          ))}
        </nav>
      )}
    </>
  )
}

function Nothing({ name }: { name: HeldListName }) {
  if (name !== 'pending')
    return <EmptyState icon={<Inbox aria-hidden />} title={heldQueueText('noneDecided')} />
  return (
    <EmptyState icon={<Check aria-hidden />} title={heldQueueText('none')} text={heldQueueText('noneText')}>
      <ButtonLink to="/moderation">{heldQueueText('toMonitor')}</ButtonLink>
    </EmptyState>
  )
}

function HeldLine({ held, acts }: { held: Held; acts: HeldActs }) {
  const { id, status, content, title, words, author } = held
  const isOpen = acts.current?.id === id
  const isDecided = status !== 'pending'
  return (
    <li
      className={classNames('held-line', isOpen && 'held-line-open', isDecided && 'held-line-decided')}
      data-held={id}
      aria-current={isOpen || undefined}
      onClick={() => {
        acts.go(id)
      }}
    >
      <p className="held-line-head meta">
        {!isDecided && acts.isPending && (
          <CheckBox
            label={heldQueueText('choose')}
            checked={acts.isChosen(id)}
            onChange={() => {
              acts.toggle(id)
            }}
          />
        )}
        <MemberLink className="link" member={author}>
          {author.displayName}
        </MemberLink>
        <span>{joinedText(author)}</span>
        <Where held={held} />
        <RelativeTime at={held.createdAt} />
      </p>
      {title !== null && <b>{title}</b>}
      {content !== null && (
        <p className="held-line-text">
          <Marked text={content} words={words} />
        </p>
      )}
      {held.editNote !== null && (
        <p className="small soft">{heldQueueText('editNote', { note: held.editNote })}</p>
      )}
      {held.attachments.length > 0 && (
        <p className="small soft">{held.attachments.map(({ originalName }) => originalName).join(' · ')}</p>
      )}
      <p className="held-line-foot">
        {held.reasons.map((one) => (
          <Tag key={one} tone="warn">
            {heldQueueText(`reason.${one}`)}
          </Tag>
        ))}
        {isDecided ? <Decision held={held} /> : acts.isPending && <LineActs held={held} acts={acts} />}
      </p>
    </li>
  )
}

const joinedText = ({ createdAt, postCount }: Held['author']): string => {
  const days = Math.floor((sharedClock.now() - Date.parse(createdAt)) / DAY_MS)
  return days < 1
    ? heldQueueText('today', { posts: postCount })
    : heldQueueText('newcomer', { days, posts: postCount })
}

function Where({ held }: { held: Held }) {
  const { kind, thread, board, recipients } = held
  const place = placeOf(held)
  const name = thread?.title ?? board?.displayName ?? ''
  return (
    <span>
      {heldQueueText(`kind.${kind}`)}
      {recipients.length > 0 &&
        ` · ${heldQueueText('to', { name: recipients.map(({ displayName }) => displayName).join('、') })}`}
      {place !== null && name !== '' && (
        <>
          {' · '}
          <Link className="link" to={place}>
            {name}
          </Link>
        </>
      )}
    </span>
  )
}

function Decision({ held: { status, decidedBy, note } }: { held: Held }) {
  const outcome = heldQueueText(status === 'approved' ? 'approved' : 'rejected')
  return (
    <span className="small soft" role="status">
      {decidedBy ? heldQueueText('by', { name: decidedBy.displayName, what: outcome }) : outcome}
      {note ? ` · ${note}` : ''}
    </span>
  )
}

function LineActs({ held, acts }: { held: Held; acts: HeldActs }) {
  const count = acts.ofMember(held).length
  const press = (run: () => void) => () => {
    acts.go(held.id)
    run()
  }
  return (
    <span className="held-line-acts">
      <Button
        size="small"
        tone={acts.current?.id === held.id ? 'go' : undefined}
        busy={acts.isBusy(held.id)}
        onClick={press(() => acts.approve(held))}
      >
        {heldQueueText('approve')} <kbd aria-hidden>a</kbd>
      </Button>
      {held.content !== null && (
        <Button size="small" onClick={press(() => acts.ask({ act: 'edit', held }))}>
          {heldQueueText('edit')} <kbd aria-hidden>e</kbd>
        </Button>
      )}
      <Button size="small" onClick={press(() => acts.ask({ act: 'reject', held, ids: [held.id] }))}>
        {heldQueueText('reject')} <kbd aria-hidden>d</kbd>
      </Button>
      {count > 1 && (
        <Button size="small" onClick={press(() => acts.chooseMember(held))}>
          {heldQueueText('ofMember', { count })} <kbd aria-hidden>m</kbd>
        </Button>
      )}
      {acts.mayBan(held) && (
        <Button size="small" tone="danger" onClick={press(() => acts.ask({ act: 'ban', held }))}>
          {heldQueueText('ban')} <kbd aria-hidden>b</kbd>
        </Button>
      )}
    </span>
  )
}

function ChosenBar({ acts }: { acts: HeldActs }) {
  const { chosen } = acts
  const [first] = chosen
  return (
    <div className="held-bar" role="toolbar" aria-label={heldQueueText('chosen', { count: chosen.length })}>
      <b>{heldQueueText('chosen', { count: chosen.length })}</b>
      <Button tone="go" onClick={acts.approveChosen}>
        {heldQueueText('approveAll')} <kbd aria-hidden>A</kbd>
      </Button>
      <Button
        onClick={() => {
          if (first) acts.ask({ act: 'reject', held: first, ids: chosen.map(({ id }) => id) })
        }}
      >
        {heldQueueText('rejectAll')} <kbd aria-hidden>d</kbd>
      </Button>
      <Button onClick={acts.clear}>{heldQueueText('unchoose')}</Button>
    </div>
  )
}

const KEYS = [
  ['j k', 'walk'],
  ['a', 'approve'],
  ['e', 'edit'],
  ['d', 'reject'],
  ['u', 'undo'],
  ['x', 'choose'],
  ['m', 'chooseMember'],
  ['Shift a', 'all'],
  ['b', 'ban'],
  ['o', 'open'],
  ['p', 'person'],
] as const

function Keys() {
  return (
    <p className="held-keys faint small">
      {KEYS.map(([key, does]) => (
        <Fragment key={does}>
          <kbd>{key}</kbd> {heldQueueText(`keys.${does}`)}{' '}
        </Fragment>
      ))}
    </p>
  )
}
