import { GROUP_JOININGS } from '@forum/shared/access'
import { type Group } from '@forum/shared/contract'
import { useCallback, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  ConfirmDialog,
  FormDialog,
  FormField,
  IconButton,
  PageHeading,
  useAction,
  useForm,
  usePageTitle,
} from '../../ui'
import { Pencil, Trash2, Users } from '../../ui/icons'
import { GroupMembers } from './GroupMembers'
import { deleteGroup, loadGroups, saveGroup } from './groups.actions'
import { groupsText } from './groups.texts'
import '../board-admin/board-admin.css'

type Shown = { group: Group | null; as: 'form' | 'members' }

/** `/admin/groups`: the groups of members to which boards can be open. */
export function GroupsScreen() {
  usePageTitle(groupsText('title'))
  const load = useCallback(() => loadGroups(forum), [])
  const loaded = useLoaded(load)
  const [shown, setShown] = useState<Shown | null>(null)
  const [removing, setRemoving] = useState<Group | null>(null)
  const removal = useAction(
    (id: number) => deleteGroup(forum, id),
    () => {
      loaded.reload()
    },
  )
  const close = () => {
    setShown(null)
    loaded.reload()
  }
  return (
    <>
      <PageHeading title={groupsText('title')} />
      <p className="faint">{groupsText('about')}</p>
      <p className="admin-acts">
        <Button
          tone="go"
          onClick={() => {
            setShown({ group: null, as: 'form' })
          }}
        >
          {groupsText('add')}
        </Button>
      </p>
      <WhenLoaded loaded={loaded} skeleton={null} failed={groupsText('failed')}>
        {(groups) =>
          groups.length === 0 ? (
            <p className="faint">{groupsText('none')}</p>
          ) : (
            <ul className="admin-boards">
              {groups.map((group) => (
                <li key={group.id} className="admin-board">
                  <span className="admin-board-name">
                    {group.name}
                    <span className="faint small num">{factsOf(group)}</span>
                  </span>
                  <span className="admin-board-acts">
                    <IconButton
                      label={groupsText('members', { name: group.name })}
                      onClick={() => {
                        setShown({ group, as: 'members' })
                      }}
                    >
                      <Users aria-hidden />
                    </IconButton>
                    <IconButton
                      label={groupsText('edit', { name: group.name })}
                      onClick={() => {
                        setShown({ group, as: 'form' })
                      }}
                    >
                      <Pencil aria-hidden />
                    </IconButton>
                    <IconButton
                      label={groupsText('remove', { name: group.name })}
                      onClick={() => {
                        setRemoving(group)
                      }}
                    >
                      <Trash2 aria-hidden />
                    </IconButton>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => {
          setRemoving(null)
        }}
        title={groupsText('remove', { name: removing?.name ?? '' })}
        text={groupsText('removeText', { count: removing?.memberCount ?? 0 })}
        confirmLabel={commonText('delete')}
        danger
        onConfirm={() => {
          if (removing) removal.run(removing.id)
        }}
      />
      {shown?.as === 'form' && <GroupForm group={shown.group} onClose={close} />}
      {shown?.as === 'members' && shown.group && <GroupMembers group={shown.group} onClose={close} />}
    </>
  )
}

const factsOf = ({ joining, code, days, posts, memberCount, requestCount }: Group): string =>
  [
    groupsText(`joinings.${joining}`),
    ...(code === null ? [] : [groupsText('code', { code })]),
    ...(joining === 'auto' ? [groupsText('autoRule', { days, posts })] : []),
    groupsText('memberCount', { count: memberCount }),
    ...(requestCount === 0 ? [] : [groupsText('requestCount', { count: requestCount })]),
  ].join(' · ')

function GroupForm({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const form = useForm({
    initial: {
      name: group?.name ?? '',
      joining: group?.joining ?? 'byHand',
      days: String(group?.days ?? 0),
      posts: String(group?.posts ?? 0),
    },
    send: ({ name, joining, days, posts }) =>
      saveGroup(forum, group?.id ?? null, { name, joining, days: Number(days), posts: Number(posts) }),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={group ? groupsText('edit', { name: group.name }) : groupsText('add')}
      submit={commonText('save')}
    >
      <FormField form={form} name="name" label={groupsText('name')} />
      <FormField form={form} name="joining" label={groupsText('joining')}>
        {GROUP_JOININGS.map((joining) => (
          <option key={joining} value={joining}>
            {groupsText(`joinings.${joining}`)}
          </option>
        ))}
      </FormField>
      {form.values.joining === 'auto' && (
        <>
          <FormField form={form} name="days" label={groupsText('days')} autoComplete="off" />
          <FormField form={form} name="posts" label={groupsText('posts')} autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}
