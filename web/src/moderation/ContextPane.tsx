import { type Activity, type LogEntry, type Post, type UserSummary } from '@forum/shared/contract'
import { excerpt } from '@forum/shared/markup'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Result } from '../lib/result'
import { useLoaded, WhenLoaded } from '../resource'
import { forum } from '../store'
import {
  Avatar,
  Button,
  classNames,
  Count,
  FactBoxes,
  RelativeTime,
  RoleTags,
  sharedClock,
  SkeletonLines,
  Tag,
} from '../ui'
import { useSession } from '../state/session'
import { EARLIER, type PostInThread, readContext } from './cases/context.actions'
import { Marked, placesOf } from './cases/Marked'
import { useIsLive } from '../state/live'
import { actOf, shownActor, shownReason } from './log/entries'
import { HistoryDialog } from '../threads'
import { ActButton, Flags, Lookers } from './FeedList'
import { ageText, caseAddress, clockTime, factText, kindText, lineAddress, placeText } from './line-text'
import { sendLook } from './looking'
import { type Act, mayReadRecord, memberOf, type MemberCard, readMember } from './monitor.actions'
import { monitorText } from './monitor.texts'
import './context-pane.css'

/**
 * Time for which a look is kept alive without a key press or movement, and the interval at which it is sent meanwhile.
 */
const LOOK_MS = 20_000
const ROOM = { kind: 'moderation' } as const

/** The open line: its post among its neighbours, and the facts about its author. */
export function ContextPane({
  line,
  acts,
  onAct,
  onActor,
  onRecord,
}: {
  line: Activity
  acts: readonly { act: Act; label: string }[]
  onAct: (act: Act) => void
  /** Shows the lines of a member alone. */
  onActor: (userId: number) => void
  /** Opens the drawer of a member. */
  onRecord: (userId: number) => void
}) {
  useLook(line.postId)
  const member = memberOf(line)
  const { thread, board, postId } = line
  const [address, toCase] = [lineAddress(line), caseAddress(line)]
  return (
    <>
      <header className="pane-head">
        <h2 className="one-line">{thread?.title ?? `${kindText(line)} · ${line.actor.displayName}`}</h2>
        <p className="pane-sub">
          <span>{board?.displayName}</span>
          {postId !== null && <Lookers postId={postId} />}
          <span className="pane-links">
            {toCase !== null && (
              <Link className="link" to={toCase}>
                {monitorText('toCase')}
              </Link>
            )}
            {address !== null && (
              <a className="link" href={address} target="_blank" rel="noopener">
                <kbd aria-hidden>o</kbd> {monitorText('newWindow')}
              </a>
            )}
          </span>
        </p>
      </header>
      <div className="pane-body">
        {postId === null || thread === null ? (
          <p className="context-alone">{[placeText(line), factText(line)].filter(Boolean).join(' ')}</p>
        ) : (
          <Neighbours
            key={postId}
            post={{ id: postId, threadId: thread.id, number: line.postNumber ?? 1 }}
            line={line}
          />
        )}
        {member && <Member key={member.id} member={member} onActor={onActor} onRecord={onRecord} />}
      </div>
      {acts.length > 0 && (
        <footer className="pane-foot">
          {acts.map(({ act, label }) => (
            <ActButton
              key={act}
              act={act}
              label={label}
              onClick={() => {
                onAct(act)
              }}
            />
          ))}
        </footer>
      )}
    </>
  )
}

/** Shows other moderators which post is open, while this moderator moves the pointer or types now and then. */
function useLook(postId: number | null): void {
  const isLive = useIsLive(ROOM)
  useEffect(() => {
    if (postId === null || !isLive) return undefined
    let isActive = false
    const note = () => {
      isActive = true
    }
    sendLook(postId)
    const timer = setInterval(() => {
      if (isActive) sendLook(postId)
      isActive = false
    }, LOOK_MS)
    const signs = ['keydown', 'pointermove'] as const
    for (const sign of signs) addEventListener(sign, note, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, note)
      sendLook(null)
    }
  }, [postId, isLive])
}

function WhenRead<T>({
  load,
  children,
}: {
  load: () => Promise<Result<T>>
  children: (value: T) => ReactNode
}) {
  return (
    <WhenLoaded
      loaded={useLoaded(load)}
      skeleton={<SkeletonLines count={3} />}
      failed={monitorText('contextFailed')}
    >
      {children}
    </WhenLoaded>
  )
}

function Neighbours({ post: { id, threadId, number }, line }: { post: PostInThread; line: Activity }) {
  const [earlier, setEarlier] = useState(0)
  const load = useCallback(
    () => readContext(forum, { id, threadId, number }, earlier),
    [id, threadId, number, earlier],
  )
  return (
    <WhenRead load={load}>
      {({ posts, hasEarlier }) => (
        <>
          {hasEarlier && (
            <button
              type="button"
              className="link small"
              onClick={() => {
                setEarlier(earlier + EARLIER)
              }}
            >
              {monitorText('earlier', { count: Math.min(EARLIER, (posts[0]?.number ?? 2) - 2) })}
            </button>
          )}
          <ol className="context">
            {posts.map((post) => (
              <ContextPost key={post.id} post={post} line={line} />
            ))}
          </ol>
        </>
      )}
    </WhenRead>
  )
}

const NEIGHBOUR_LENGTH = 80
const OWN_LENGTH = 2_000

function ContextPost({ post, line }: { post: Post; line: Activity }) {
  const isThis = post.id === line.postId
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const text = excerpt(post.content, isThis ? OWN_LENGTH : NEIGHBOUR_LENGTH)
  const words = isThis ? line.detail.words?.map(([from, to]) => line.excerpt.slice(from, to)) : undefined
  return (
    <li className={classNames('context-post', isThis && 'context-this')}>
      <Avatar user={post.author} size="small" />
      <div>
        <p className="context-by">
          <b>{post.author.displayName}</b>
          <RoleTags role={post.author.role} status={post.author.status} />
          {isThis && <Flags flags={line.flags} line={null} />}
          {post.isDeleted && <Tag tone="danger">{monitorText('mark.deleted')}</Tag>}
          <span>{monitorText('post', { n: post.number })}</span>
          <span className="num">{clockTime(post.createdAt)}</span>
          {isThis && post.isEdited && (
            <Button
              size="small"
              tone="quiet"
              onClick={() => {
                setIsHistoryOpen(true)
              }}
            >
              {monitorText('changes')}
            </Button>
          )}
        </p>
        <p className={isThis ? 'context-text' : 'one-line'}>
          <Marked text={text} words={placesOf(text, words)} />
        </p>
        {isHistoryOpen && (
          <HistoryDialog
            post={{ ...post, seq: 0 }}
            onClose={() => {
              setIsHistoryOpen(false)
            }}
          />
        )}
      </div>
    </li>
  )
}

const DELETIONS: readonly string[] = ['delete_post', 'delete_thread']
const PUNISHMENTS: readonly string[] = ['ban_user', 'mute_user']
const HISTORY_SHOWN = 6

function Member({
  member,
  onActor,
  onRecord,
}: {
  member: Pick<UserSummary, 'id' | 'role'>
  onActor: (userId: number) => void
  onRecord: (userId: number) => void
}) {
  const mayRead = mayReadRecord(useSession().user, member)
  const { id: userId, role } = member
  const load = useCallback(() => readMember(forum, { id: userId, role }), [userId, role])
  return (
    <section aria-label={monitorText('author')}>
      <h3 className="pane-heading">
        {monitorText('author')}
        <Link className="link" to={`/users/${userId}`} target="_blank" rel="noopener">
          {monitorText('profile')} {!mayRead && <kbd aria-hidden>p</kbd>}
        </Link>
        {mayRead && (
          <Button
            size="small"
            onClick={() => {
              onRecord(userId)
            }}
          >
            {monitorText('record')} <kbd aria-hidden>p</kbd>
          </Button>
        )}
      </h3>
      <WhenRead load={load}>{(card) => <MemberFacts card={card} onActor={onActor} />}</WhenRead>
    </section>
  )
}

function MemberFacts({
  card: { user, entries, latest },
  onActor,
}: {
  card: MemberCard
  onActor: (userId: number) => void
}) {
  const inForce = entries?.filter(({ undone, undoes }) => undone === null && undoes === null) ?? []
  const countOf = (actions: readonly string[]) =>
    inForce.filter(({ action }) => actions.includes(action)).length
  const facts = [
    ['age', ageText(user.joinedAt, sharedClock.now())],
    ['posts', user.postCount],
    ['likes', user.likesReceived],
    ...(entries === null
      ? []
      : ([
          ['deleted', countOf(DELETIONS)],
          ['punished', countOf(PUNISHMENTS)],
        ] as const)),
  ] as const
  const texts = latest.map(({ excerpt: text }) => text)
  return (
    <>
      <div className="pane-author">
        <Avatar user={user} />
        <span>
          <b>{user.displayName}</b> <RoleTags role={user.role} />
          {user.status === 'banned' && <Tag tone="danger">{monitorText('mark.banned')}</Tag>}
          <br />
          <small>@{user.username}</small>
        </span>
      </div>
      <FactBoxes
        facts={facts.map(([name, value]) => ({
          name: monitorText(`facts.${name}`),
          value: typeof value === 'number' ? <Count value={value} /> : value,
          isAlarming: (name === 'deleted' || name === 'punished') && value !== 0,
        }))}
      />
      {entries?.length === 0 && <p className="pane-nothing">{monitorText('noHistory')}</p>}
      {entries !== null && entries.length > 0 && (
        <ul className="pane-rows" aria-label={monitorText('history')}>
          {entries.slice(0, HISTORY_SHOWN).map((entry) => (
            <HistoryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <h3 className="pane-heading">
        {monitorText('latest')}
        <Button
          size="small"
          tone="quiet"
          onClick={() => {
            onActor(user.id)
          }}
        >
          {monitorText('onlyActor')}
        </Button>
      </h3>
      <ul className="pane-rows">
        {latest.map((line) => (
          <li key={line.id}>
            <span className="num">{clockTime(line.createdAt)}</span>
            <span className="one-line soft">
              {[kindText(line), placeText(line), factText(line)].filter(Boolean).join(' · ')}
            </span>
            {line.handledBy ? (
              <span className="live">{monitorText('mark.handled')}</span>
            ) : (
              line.excerpt !== '' &&
              texts.filter((text) => text === line.excerpt).length > 1 && (
                <span className="warn">{monitorText('same')}</span>
              )
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function HistoryRow({ entry }: { entry: LogEntry }) {
  const { createdAt, undone, thread } = entry
  return (
    <li>
      <span>
        <RelativeTime at={createdAt} />
      </span>
      <span className={classNames('one-line', undone !== null && 'pane-undone')}>
        {[actOf(entry), thread?.title, shownReason(entry)].filter(Boolean).join(' · ')}
      </span>
      <span className="faint">{shownActor(entry).displayName}</span>
    </li>
  )
}
