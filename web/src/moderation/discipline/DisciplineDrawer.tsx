import { type LogEntry, type User } from '@forum/shared/contract'
import { mayDiscipline, mayPurge, mayReadDiscipline } from '@forum/shared/policies'
import { useEffect, useMemo, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { revalidateList, useItems, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import {
  Button,
  Count,
  Dialog,
  localDate,
  localTime,
  RoleTags,
  roleText,
  sharedClock,
  SkeletonLines,
  Tabs,
  Tag,
  useAction,
} from '../../ui'
import { Ban } from '../../ui/icons'
import { useSession } from '../../state/session'
import { resultOf } from '../../lib/result'
import { MemberActivity, useMember } from '../../members'
import { PAGE_ACTS } from '../acts'
import { PurgeDialog } from '../purges/PurgeDialog'
import { purgeText } from '../purges/purge.texts'
import { entriesAbout } from './discipline.actions'
import { disciplineSlice } from './discipline.slice'
import { disciplineText } from './discipline.texts'
import { Entries } from './Entries'
import { SameSource } from './SameSource'
import { SentenceForm } from './SentenceForm'
import { ClearForm } from './ClearForm'
import { inForce, type Measure } from './in-force'
import { WarnForm } from './WarnForm'
import { StaffNotes } from './StaffNotes'
import './discipline.css'

const SKELETON = <SkeletonLines count={6} className="discipline" />

/**
 * A drawer with the moderators' record of a member: the state of the account, mute and ban, notes and past acts
 * (docs/moderation.md). It follows the acts of other moderators.
 */
export function DisciplineDrawer({
  userId,
  measure,
  onClose,
}: {
  userId: number
  measure?: Measure
  onClose: () => void
}) {
  const profile = useMember(userId)
  const user = profile.data
  return (
    <Dialog
      shape="drawer"
      title={user ? <Name user={user} /> : disciplineText('record')}
      note={user && <Facts user={user} />}
      onClose={onClose}
    >
      <WhenLoaded loaded={profile} skeleton={SKELETON} failed={disciplineText('loadFailed')}>
        {(member) => <Content user={member} measure={measure} />}
      </WhenLoaded>
    </Dialog>
  )
}

function Name({ user }: { user: User }) {
  return (
    <span className="discipline-name">
      {user.displayName}
      <RoleTags role={user.role} />
      {user.status === 'banned' && (
        <Tag tone="danger" icon={<Ban aria-hidden />}>
          {disciplineText('ban')}
        </Tag>
      )}
    </span>
  )
}

function Facts({ user }: { user: User }) {
  return (
    <>
      {user.username} · {disciplineText('joined', { date: localDate(user.joinedAt) })} ·{' '}
      {disciplineText('posts', { count: user.postCount })}
    </>
  )
}

type Tab = 'record' | 'written'

function Content({ user, measure }: { user: User; measure: Measure | undefined }) {
  const [tab, setTab] = useState<Tab>('record')
  return (
    <Tabs<Tab>
      label={disciplineText('title', { name: user.displayName })}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'record', label: disciplineText('record'), panel: <Record user={user} measure={measure} /> },
        {
          value: 'written',
          label: (
            <>
              {disciplineText('written')} <Count value={user.postCount} />
            </>
          ),
          panel: <MemberActivity userId={user.id} />,
        },
      ]}
    />
  )
}

/** Returns the reason why the reader may not act on a member, or read the record; null if they may. */
function refusalOf(user: User, isSelf: boolean): string {
  const { displayName: name, role } = user
  if (isSelf) return disciplineText('self')
  return role === 'admin'
    ? disciplineText('admin', { name })
    : disciplineText('staff', { name, role: roleText(role) })
}

function Record({ user, measure }: { user: User; measure: Measure | undefined }) {
  const me = useSession().user
  const actor = actorOf(me)
  const mayRead = actor !== null && mayReadDiscipline(actor, user) === 'allowed'
  const mayPunish = actor !== null && mayDiscipline(actor, user) === 'allowed'
  const refusal = mayPunish ? null : refusalOf(user, me?.id === user.id)
  return (
    <div className="discipline">
      {refusal !== null && <p className="told">{refusal}</p>}
      {mayRead && <MemberRecord user={user} measure={measure} mayPunish={mayPunish} />}
    </div>
  )
}

/** The part of a member's record that only moderators may read. */
function MemberRecord({
  user,
  measure,
  mayPunish,
}: {
  user: User
  measure: Measure | undefined
  mayPunish: boolean
}) {
  const list = useMemo(() => entriesAbout(user.id), [user.id])
  const { loaded } = useItems(
    list,
    useForum((read) => read(disciplineSlice).entries),
  )
  const acts = useForum((read) => read(disciplineSlice).acts[user.id] ?? 0)
  useEffect(() => {
    // The log has the act a moment after the event at the latest; a failed load is repeated with the next event.
    if (acts > 0) revalidateList(forum, list).catch(() => undefined)
  }, [acts, list])
  return (
    <WhenLoaded loaded={loaded} skeleton={SKELETON} failed={disciplineText('loadFailed')}>
      {(entries) => (
        <>
          <State user={user} entries={entries} mayPunish={mayPunish} />
          {mayPunish && <SentenceForm user={user} measure={measure} entries={entries} list={list} />}
          {mayPunish && <WarnForm user={user} list={list} />}
          {mayPunish && <ClearForm user={user} list={list} />}
          <SameSource userId={user.id} list={list} />
          <RemoveAll user={user} />
          <StaffNotes userId={user.id} />
          <Entries entries={entries} list={list} />
        </>
      )}
    </WhenLoaded>
  )
}

/** Opens the removal of everything by the member, for those who may use it. */
function RemoveAll({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const actor = actorOf(useSession().user)
  if (actor === null || mayPurge(actor, user) !== 'allowed') return null
  return (
    <section>
      <Button tone="danger" onClick={() => setIsAsking(true)}>
        {purgeText('open')}
      </Button>
      {isAsking && (
        <PurgeDialog
          user={user}
          onClose={() => {
            setIsAsking(false)
          }}
        />
      )}
    </section>
  )
}

/** The current mute or ban of the account, with the button that ends it. */
function State({ user, entries, mayPunish }: { user: User; entries: LogEntry[]; mayPunish: boolean }) {
  const name = user.displayName
  const now = sharedClock.now()
  const mutedUntil = inForce(entries, 'mute', now)
  const bannedUntil = user.status === 'banned' ? (inForce(entries, 'ban', now) ?? null) : undefined
  const unmute = useAction(
    () => resultOf(PAGE_ACTS.unmute_user.send(forum, user.id, {})),
    disciplineText('unmuteDone', { name }),
    disciplineText('failed'),
  )
  const unban = useAction(
    () => resultOf(PAGE_ACTS.unban_user.send(forum, user.id, {})),
    disciplineText('unbanDone', { name }),
    disciplineText('failed'),
  )
  const isNormal = mutedUntil === undefined && bannedUntil === undefined
  return (
    <section className="discipline-state" aria-labelledby="discipline-now">
      <h3 id="discipline-now">
        {disciplineText('now')} {isNormal && <span className="live small">{disciplineText('normal')}</span>}
      </h3>
      {bannedUntil !== undefined && (
        <p className="told told-danger">
          <b>
            {bannedUntil === null
              ? disciplineText('bannedForever')
              : disciplineText('bannedUntil', { time: localTime(bannedUntil) })}
          </b>
          {mayPunish && (
            <Button size="small" busy={unban.isBusy} onClick={unban.run}>
              {disciplineText('unban')}
            </Button>
          )}
        </p>
      )}
      {typeof mutedUntil === 'string' && (
        <p className="told told-danger">
          <b>{disciplineText('mutedUntil', { time: localTime(mutedUntil) })}</b>
          {mayPunish && (
            <Button size="small" busy={unmute.isBusy} onClick={unmute.run}>
              {disciplineText('unmute')}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}
