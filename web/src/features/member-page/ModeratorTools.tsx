import { type CurrentUser, type Role, type User } from '@forum/shared/contract'
import { REASON_MAX } from '@forum/shared/limits'
import { mayChangeRole, mayPurge, mayReadDiscipline } from '@forum/shared/policies'
import { countCharacters } from '@forum/shared/text'
import { useId, useRef, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import {
  Button,
  Dialog,
  FormError,
  FormField,
  Menu,
  MenuItem,
  onDemand,
  roleText,
  toast,
  useForm,
} from '../../ui'
import { ShieldCheck } from '../../ui/icons'
import { PurgeDialog, purgeText } from '../purges'
import { memberText } from './member.texts'
import { discipline } from './members.actions'

const ROLES: readonly Role[] = ['user', 'moderator', 'admin']

const disciplinePart = onDemand(() => import('../discipline'))

type Asking = 'record' | 'purge' | 'role'

/** What the reader may do to a member as staff. Renders nothing for everyone else. */
export function ModeratorTools({ user, me }: { user: User; me: CurrentUser }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const part = disciplinePart.use()
  const actor = actorOf(me)
  const mayRead = actor !== null && mayReadDiscipline(actor, user) === 'allowed'
  const mayRemoveAll = actor !== null && mayPurge(actor, user) === 'allowed'
  const mayPromote = actor !== null && mayChangeRole(actor, user) === 'allowed'
  if (!mayRead && !mayPromote) return null
  const openRecord = () => {
    setAsking('record')
    disciplinePart.load().catch(() => {
      setAsking(null)
      toast.error(commonText('loadFailed'))
    })
  }
  const close = () => {
    setAsking(null)
    button.current?.focus()
  }
  return (
    <>
      <Menu
        trigger={
          <Button ref={button} icon={<ShieldCheck aria-hidden />}>
            {memberText('manage')}
          </Button>
        }
      >
        {mayRead && <MenuItem onSelect={openRecord}>{memberText('record')}</MenuItem>}
        {mayRemoveAll && <MenuItem onSelect={() => setAsking('purge')}>{purgeText('open')}</MenuItem>}
        {mayPromote && <MenuItem onSelect={() => setAsking('role')}>{memberText('setRole')}</MenuItem>}
      </Menu>
      {asking === 'record' && part && <part.DisciplineDrawer userId={user.id} onClose={close} />}
      {asking === 'purge' && <PurgeDialog user={user} onClose={close} />}
      {asking === 'role' && <RoleDialog user={user} onClose={close} />}
    </>
  )
}

function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const id = useId()
  const name = user.displayName
  const form = useForm<{ role: Role; reason: string }>({
    initial: { role: user.role, reason: '' },
    check: ({ reason }) => ({
      reason:
        reason.trim() === ''
          ? memberText('reasonRequired')
          : countCharacters(reason.trim()) > REASON_MAX
            ? memberText('reasonTooLong')
            : undefined,
    }),
    send: ({ role, reason }) => discipline(forum, user.id, { kind: 'role', role, reason: reason.trim() }),
    onSent: () => {
      toast.success(memberText('roleDone', { name }))
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={memberText('roleTitle', { name })}
      note={memberText('roleNote')}
      footer={
        <>
          <Button onClick={onClose}>{commonText('cancel')}</Button>
          <Button type="submit" form={id} tone="go" busy={form.isBusy}>
            {commonText('confirm')}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id}>
        <FormError>{form.problem}</FormError>
        <FormField form={form} name="role" label={memberText('role')}>
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {roleText(one)}
            </option>
          ))}
        </FormField>
        <FormField
          form={form}
          name="reason"
          label={memberText('reason')}
          required
          help={memberText('reasonHelp')}
          count={{ count: countCharacters(form.values.reason.trim()), max: REASON_MAX }}
          rows={3}
        />
      </form>
    </Dialog>
  )
}
