import { type OwnGroup } from '@forum/shared/contract'
import { isBlank } from '@forum/shared/text'
import { useState } from 'react'
import { resultOf } from '../../lib/result'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Breadcrumb,
  Button,
  FormDialog,
  FormField,
  PageHeading,
  useAction,
  useForm,
  usePageTitle,
} from '../../ui'
import { ownGroupsText } from './own-groups.texts'
import './own-groups.css'

const loadOwnGroups = () => resultOf(forum.call('listOwnGroups').then(({ groups }) => groups))
const join = (groupId: number, code?: string) =>
  resultOf(forum.call('joinGroup', { params: { groupId }, body: code === undefined ? {} : { code } }))
const leave = (groupId: number) => resultOf(forum.call('leaveGroup', { params: { groupId } }))

/** `/groups`: the groups that the member is in or may join. */
export function OwnGroupsScreen() {
  usePageTitle(ownGroupsText('title'))
  const loaded = useLoaded(loadOwnGroups)
  const [joining, setJoining] = useState<OwnGroup | null>(null)
  return (
    <>
      <Breadcrumb trail={[{ label: ownGroupsText('title') }]} />
      <PageHeading title={ownGroupsText('title')} />
      <p className="faint">{ownGroupsText('about')}</p>
      <WhenLoaded loaded={loaded} skeleton={null} failed={ownGroupsText('failed')}>
        {(groups) =>
          groups.length === 0 ? (
            <p className="faint">{ownGroupsText('none')}</p>
          ) : (
            <ul className="own-groups">
              {groups.map((group) => (
                <li key={group.id} className="own-group">
                  <span>
                    <b>{group.name}</b>
                    <span className="faint small">{ownGroupsText(`standing.${group.standing}`)}</span>
                  </span>
                  <GroupAct group={group} onChanged={loaded.reload} onCode={setJoining} />
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      {joining && (
        <CodeDialog
          group={joining}
          onClose={() => {
            setJoining(null)
            loaded.reload()
          }}
        />
      )}
    </>
  )
}

/** The buttons with which a member joins or leaves a group. */
function GroupAct({
  group: { id, name, joining, standing },
  onChanged,
  onCode,
}: {
  group: OwnGroup
  onChanged: () => void
  onCode: (group: OwnGroup) => void
}) {
  const joinAction = useAction(() => join(id), onChanged)
  const leaveAction = useAction(() => leave(id), onChanged)
  if (standing === 'none' && joining === 'code')
    return (
      <Button
        size="small"
        aria-label={ownGroupsText('withCodeFor', { name })}
        onClick={() => {
          onCode({ id, name, joining, standing })
        }}
      >
        {ownGroupsText('withCode')}
      </Button>
    )
  if (standing === 'none')
    return (
      <Button
        size="small"
        aria-label={ownGroupsText('askFor', { name })}
        busy={joinAction.isBusy}
        onClick={() => {
          joinAction.run()
        }}
      >
        {ownGroupsText('ask')}
      </Button>
    )
  if (joining === 'auto') return <span className="faint small">{ownGroupsText('byItself')}</span>
  return (
    <Button
      size="small"
      tone="quiet"
      aria-label={ownGroupsText(standing === 'asked' ? 'withdrawFor' : 'leaveFor', { name })}
      busy={leaveAction.isBusy}
      onClick={() => {
        leaveAction.run()
      }}
    >
      {ownGroupsText(standing === 'asked' ? 'withdraw' : 'leave')}
    </Button>
  )
}

function CodeDialog({ group, onClose }: { group: OwnGroup; onClose: () => void }) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: isBlank(code) ? ownGroupsText('codeMissing') : undefined }),
    send: ({ code }) => join(group.id, code.trim().toUpperCase()),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={ownGroupsText('withCodeFor', { name: group.name })}
      submit={ownGroupsText('join')}
    >
      <FormField form={form} name="code" label={ownGroupsText('code')} autoComplete="off" />
    </FormDialog>
  )
}
