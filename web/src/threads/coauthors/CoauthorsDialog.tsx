import { type UserSummary } from '@forum/shared/contract'
import { COAUTHORS_MAX } from '@forum/shared/limits'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type Result } from '../../lib/result'
import { useSearchAsTyped } from '../../resource'
import { forum, useForum } from '../../store'
import { Avatar, Button, Dialog, Field, toast, useAction, useIsWide } from '../../ui'
import { useSession } from '../../state/session'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { findMembers, inviteCoauthor, readInvited, removeCoauthor } from './coauthors.actions'
import { coauthorsText } from './coauthors.texts'
import './coauthors.css'

/** Shows who writes a post with its author, who invites and removes members here; others leave. */
export function CoauthorsDialog({ post: opened, onClose }: { post: PostEntity; onClose: () => void }) {
  const { user } = useSession()
  const post = useForum((read) => read(threadCopySlice).posts[opened.id]) ?? opened
  const [invited, setInvited] = useState<readonly UserSummary[]>([])
  const isAuthor = user?.id === post.author.id
  const read = useEffectEvent(() => readInvited(forum, post))
  const show = useEffectEvent((result: Result<UserSummary[]>) => {
    if (result.ok) setInvited(result.value)
    else toast.error(coauthorsText('failed'), { description: result.error.message })
  })
  // Only once: the response is a change of the post.
  useEffect(() => {
    if (isAuthor) void read().then(show)
  }, [isAuthor])
  const remove = useAction(
    (userId: number) => removeCoauthor(forum, post, userId),
    (left, userId) => {
      setInvited(left)
      if (userId !== user?.id) return
      toast.success(coauthorsText('left'))
      onClose()
    },
  )
  const { coauthors = [] } = post
  const removal = (userId: number, label: string) => (
    <Button size="small" onClick={() => remove.run(userId)}>
      {label}
    </Button>
  )
  return (
    <Dialog isText onClose={onClose} title={coauthorsText('manage')} shape={useIsWide() ? 'box' : 'sheet'}>
      {isAuthor && <p className="faint small">{coauthorsText('explained', { max: COAUTHORS_MAX })}</p>}
      {coauthors.length + invited.length === 0 && <p>{coauthorsText('none')}</p>}
      <ul className="coauthors">
        {coauthors.map((one) => (
          <Person key={one.id} person={one}>
            {isAuthor && removal(one.id, coauthorsText('remove'))}
            {one.id === user?.id && removal(one.id, coauthorsText('leave'))}
          </Person>
        ))}
        {invited.map((one) => (
          <Person key={one.id} person={one} note={coauthorsText('invited')}>
            {removal(one.id, coauthorsText('takeBack'))}
          </Person>
        ))}
      </ul>
      {isAuthor && post.isOpeningPost && coauthors.length + invited.length < COAUTHORS_MAX && (
        <Invite post={post} except={[post.author, ...coauthors, ...invited]} onInvited={setInvited} />
      )}
    </Dialog>
  )
}

function Person({ person, note, children }: { person: UserSummary; note?: string; children: ReactNode }) {
  return (
    <li className="coauthor">
      <Avatar user={person} />
      <span className="coauthor-name">
        <b className="one-line">{person.displayName}</b>
        <span className="faint small one-line">{note ?? `@${person.username}`}</span>
      </span>
      {children}
    </li>
  )
}

const find = (q: string, signal: AbortSignal) => findMembers(q, forum, signal)

/** Finds members by name and invites them. */
function Invite({
  post,
  except,
  onInvited,
}: {
  post: PostEntity
  except: readonly { id: number }[]
  onInvited: (invited: UserSummary[]) => void
}) {
  const [name, setName] = useState('')
  const query = name.trim()
  const { found, error } = useSearchAsTyped(query || null, find)
  const invite = useAction(
    (person: UserSummary) => inviteCoauthor(forum, post, person.id),
    (invited, person) => {
      toast.success(coauthorsText('invitedToast', { name: person.displayName }))
      setName('')
      onInvited(invited)
    },
  )
  const isCurrent = query !== '' && found?.text === query
  const people = isCurrent ? found.value.filter(({ id }) => !except.some((one) => one.id === id)) : []
  return (
    <>
      <Field
        label={coauthorsText('find')}
        error={error && query !== '' ? coauthorsText('findFailed') : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            autoComplete="off"
            autoCapitalize="none"
            placeholder={coauthorsText('findPlaceholder')}
            value={name}
            onChange={({ target }) => {
              setName(target.value)
            }}
          />
        )}
      </Field>
      <div role="status">
        {isCurrent && people.length === 0 && <p className="faint">{coauthorsText('nobody')}</p>}
        <ul className="coauthors">
          {people.slice(0, 5).map((one) => (
            <Person key={one.id} person={one}>
              <Button size="small" tone="go" onClick={() => invite.run(one)}>
                {coauthorsText('invite')}
              </Button>
            </Person>
          ))}
        </ul>
      </div>
    </>
  )
}
