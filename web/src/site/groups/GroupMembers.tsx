import { type Group, type GroupMember } from '@forum/shared/contract'
import { isBlank } from '@forum/shared/text'
import { useCallback, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import { Button, Dialog, FormField, IconButton, toast, useAction, useForm } from '../../ui'
import { Check, X } from '../../ui/icons'
import { findMember } from '../board-admin/board-admin.actions'
import { loadGroupMembers, setGroupMember } from './groups.actions'
import { groupsText } from './groups.texts'

/** The members of a group, and the requests to join it. */
export function GroupMembers({ group, onClose }: { group: Group; onClose: () => void }) {
  const [pages, setPages] = useState(1)
  const load = useCallback(() => loadGroupMembers(forum, group.id, pages), [group.id, pages])
  const loaded = useLoaded(load)
  const set = useAction(
    (userId: number, isMember: boolean) => setGroupMember(forum, group.id, userId, isMember),
    () => {
      loaded.reload()
    },
  )
  const form = useForm({
    initial: { username: '' },
    check: ({ username }) => ({ username: isBlank(username) ? groupsText('noSuchMember') : undefined }),
    send: ({ username }) => findMember(forum, username.trim()),
    onSent: (found) => {
      const { username } = form.values
      form.reset()
      if (found) set.run(found.id, true)
      else {
        form.set({ username })
        toast.error(groupsText('noSuchMember'))
      }
    },
  })
  return (
    <Dialog open onClose={onClose} title={groupsText('members', { name: group.name })}>
      <form {...form.props} className="admin-moderators">
        <FormField form={form} name="username" label={groupsText('addMember')} autoComplete="off" />
        <Button type="submit" busy={form.isBusy || set.isBusy}>
          {groupsText('addButton')}
        </Button>
      </form>
      <WhenLoaded loaded={loaded} skeleton={null} failed={groupsText('membersFailed')}>
        {({ members, hasNext }) =>
          members.length === 0 ? (
            <p className="faint">{groupsText('membersNone')}</p>
          ) : (
            <>
              <ul className="admin-boards">
                {members.map((member) => (
                  <Row key={member.user.id} member={member} onSet={set.run} isBusy={set.isBusy} />
                ))}
              </ul>
              {hasNext && (
                <Button
                  onClick={() => {
                    setPages(pages + 1)
                  }}
                >
                  {commonText('loadMore')}
                </Button>
              )}
            </>
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}

function Row({
  member: { user, standing },
  onSet,
  isBusy,
}: {
  member: GroupMember
  onSet: (userId: number, isMember: boolean) => void
  isBusy: boolean
}) {
  const name = user.displayName
  return (
    <li className="admin-board">
      <span className="admin-board-name">
        {name}
        {standing === 'asked' && <span className="faint small">{groupsText('asks')}</span>}
      </span>
      <span className="admin-board-acts">
        {standing === 'asked' && (
          <IconButton
            label={groupsText('grant', { name })}
            disabled={isBusy}
            onClick={() => {
              onSet(user.id, true)
            }}
          >
            <Check aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={groupsText('refuse', { name })}
          disabled={isBusy}
          onClick={() => {
            onSet(user.id, false)
          }}
        >
          <X aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
