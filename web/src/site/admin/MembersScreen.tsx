import { type User } from '@forum/shared/contract'
import { mayChangeRole } from '@forum/shared/policies'
import { trimText } from '@forum/shared/text'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { actorOf } from '../../lib/actor'
import { commonText } from '../../lib/i18n'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Avatar,
  Button,
  ButtonLink,
  classNames,
  Dialog,
  EmptyState,
  FormField,
  PageHeading,
  Pagination,
  readPage,
  RelativeTime,
  RoleTags,
  SectionHeading,
  SkeletonLines,
  Tag,
  toast,
  useAction,
  useForm,
  usePageTitle,
} from '../../ui'
import { useSession } from '../../state/session'
import { useBoards } from '../../boards'
import { RoleDialog } from '../../members'
import { endMemberSessions, findMembers, loadMemberSessions, loadNewestMembers } from './admin.actions'
import { adminText } from './admin.texts'
import { RenameDialog } from './RenameDialog'
import '../../ui/chip.css'

/** An admin's act on a member in an open dialog. */
type Task = { user: User; is: 'role' | 'sessions' | 'name' }

/** The lists shown without a search, with their addresses. */
const VIEWS = [
  ['staff', '/admin/members'],
  ['newest', '/admin/members?view=newest'],
] as const

/** `/admin/members?q=&view=&page=`: finds members, lists staff or newcomers, changes roles and ends sessions. */
export function MembersScreen() {
  const [query, setQuery] = useSearchParams()
  const q = query.get('q') ?? ''
  const view = query.get('view') === 'newest' ? 'newest' : 'staff'
  const page = readPage(query.get('page'))
  const loaded = useLoaded(
    useCallback(
      () => (q === '' && view === 'newest' ? loadNewestMembers(forum, page) : findMembers(forum, q)),
      [q, view, page],
    ),
  )
  const [task, setTask] = useState<Task | null>(null)
  usePageTitle(adminText('tabs.members'))
  const close = () => {
    setTask(null)
  }
  return (
    <>
      <PageHeading title={adminText('tabs.members')} />
      <FindForm
        q={q}
        onFind={(wanted) => {
          setQuery(wanted === '' ? {} : { q: wanted })
        }}
      />
      <nav className="admin-views" aria-label={adminText('views')}>
        {VIEWS.map(([one, to]) => (
          <Link
            key={one}
            to={to}
            className={classNames('chip', q === '' && one === view && 'chip-on')}
            aria-current={q === '' && one === view ? 'page' : undefined}
          >
            {adminText(one)}
          </Link>
        ))}
      </nav>
      <section aria-labelledby="admin-members">
        <SectionHeading id="admin-members">
          {q === '' ? adminText(view) : adminText('found', { q })}
        </SectionHeading>
        <WhenLoaded
          loaded={loaded}
          skeleton={<SkeletonLines count={6} />}
          failed={adminText('membersFailed')}
        >
          {({ users, pagination }) => (
            <>
              <MemberTable users={users} isByAge={q === '' && view === 'newest'} onTask={setTask} />
              <Pagination
                page={pagination.page}
                totalPages={pagination.totalPages}
                hrefFor={(to) =>
                  `/admin/members?${new URLSearchParams({ ...Object.fromEntries(query), page: String(to) }).toString()}`
                }
              />
            </>
          )}
        </WhenLoaded>
      </section>
      {task?.is === 'role' && (
        <RoleDialog
          user={task.user}
          onClose={close}
          onDone={() => {
            close()
            loaded.reload()
          }}
        />
      )}
      {task?.is === 'name' && (
        <RenameDialog
          user={task.user}
          onClose={close}
          onDone={() => {
            close()
            loaded.reload()
          }}
        />
      )}
      {task?.is === 'sessions' && <SessionsDialog user={task.user} onClose={close} />}
    </>
  )
}

function MemberTable({
  users,
  isByAge,
  onTask,
}: {
  users: readonly User[]
  /** True to show the time of the registration, rather than the boards that members moderate. */
  isByAge: boolean
  onTask: (task: Task) => void
}) {
  const actor = actorOf(useSession().user)
  const boards = useBoards()
  if (users.length === 0) return <EmptyState title={adminText('none')} text={adminText('noneText')} />
  const managedBy = ({ id, role }: User) =>
    role === 'user'
      ? (boards.status === 'ready' ? boards.data : [])
          .filter(({ moderators }) => moderators.some((one) => one.id === id))
          .map(({ displayName }) => displayName)
          .join('、')
      : adminText('everything')
  return (
    <table className="admin-members">
      <thead>
        <tr>
          <th scope="col">{adminText('who')}</th>
          <th scope="col">{adminText('role')}</th>
          <th scope="col">{adminText(isByAge ? 'joined' : 'manages')}</th>
          <th scope="col">{adminText('posts')}</th>
          <th scope="col">{adminText('lastSeen')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <span className="admin-member">
                <Avatar user={user} />
                <b>{user.displayName}</b>
                <span className="faint small">@{user.username}</span>
                {user.status === 'banned' && <Tag tone="danger">{adminText('banned')}</Tag>}
              </span>
            </td>
            <td>
              <RoleTags role={user.role} moderatesBoard={user.role === 'user' && managedBy(user) !== ''} />
            </td>
            <td className="small">{isByAge ? <RelativeTime at={user.joinedAt} /> : managedBy(user)}</td>
            <td className="num" data-label={adminText('posts')}>
              {user.postCount}
            </td>
            <td className="small faint">
              {user.lastLoginAt === null ? adminText('never') : <RelativeTime at={user.lastLoginAt} />}
            </td>
            <td>
              <span className="admin-member-acts">
                <ButtonLink to={`/users/${user.id}`} size="small">
                  {adminText('records')}
                </ButtonLink>
                {actor !== null && mayChangeRole(actor, user) === 'allowed' && (
                  <>
                    <Button
                      size="small"
                      aria-label={adminText('sessionsOf', { name: user.displayName })}
                      onClick={() => {
                        onTask({ user, is: 'sessions' })
                      }}
                    >
                      {adminText('sessions')}
                    </Button>
                    <Button
                      size="small"
                      aria-label={adminText('renameOf', { name: user.displayName })}
                      onClick={() => {
                        onTask({ user, is: 'name' })
                      }}
                    >
                      {adminText('rename')}
                    </Button>
                    <Button
                      size="small"
                      aria-label={adminText('changeRole', { name: user.displayName })}
                      onClick={() => {
                        onTask({ user, is: 'role' })
                      }}
                    >
                      {adminText('change')}
                    </Button>
                  </>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { id, displayName: name } = user
  const loaded = useLoaded(useCallback(() => loadMemberSessions(forum, id), [id]))
  const end = useAction(
    () => endMemberSessions(forum, id),
    () => {
      toast.success(adminText('sessionsEnded', { name }))
      onClose()
    },
  )
  return (
    <Dialog
      onClose={onClose}
      title={adminText('sessionsOf', { name })}
      footer={
        <>
          <Button onClick={onClose}>{commonText('close')}</Button>
          {loaded.data && loaded.data.length > 0 && (
            <Button tone="danger" busy={end.isBusy} onClick={end.run}>
              {adminText('endSessions')}
            </Button>
          )}
        </>
      }
    >
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={6} />} failed={adminText('sessionsFailed')}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p>{adminText('sessionsNone')}</p>
          ) : (
            <ul>
              {sessions.map(({ id: sessionId, userAgent, lastSeenAt }) => (
                <li key={sessionId}>
                  {userAgent}{' '}
                  <span className="faint small">
                    {adminText('used')} <RelativeTime at={lastSeenAt} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}

function FindForm({ q, onFind }: { q: string; onFind: (q: string) => void }) {
  const [typed, setTyped] = useState({ q, of: q })
  // Another address has other words; the field keeps the focus.
  if (typed.of !== q) setTyped({ q, of: q })
  const form = useForm({
    initial: { q },
    kept: {
      value: { q: typed.q },
      set: (partial) => {
        setTyped((before) => ({ ...before, ...partial }))
      },
    },
    send: (values) => {
      onFind(trimText(values.q))
      return Promise.resolve(null)
    },
  })
  return (
    <form {...form.props} className="admin-find" role="search">
      <FormField
        form={form}
        name="q"
        label={adminText('find')}
        help={adminText('findHelp')}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit">{adminText('search')}</Button>
    </form>
  )
}
