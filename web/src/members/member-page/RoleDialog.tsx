import { type Role, type User } from '@forum/shared/contract'
import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { FormDialog, FormField, roleText, toast, useForm } from '../../ui'
import { memberText } from './member.texts'
import { setRole } from './members.actions'

const ROLES: readonly Role[] = ['user', 'moderator', 'admin']

/** Gives a member another role. */
export function RoleDialog({
  user,
  onClose,
  onDone = onClose,
}: {
  user: User
  onClose: () => void
  onDone?: () => void
}) {
  const name = user.displayName
  const form = useForm<{ role: Role; reason: string }>({
    initial: { role: user.role, reason: '' },
    check: ({ reason }) => ({
      reason: countCharacters(reason.trim()) > REASON_MAX ? memberText('reasonTooLong') : undefined,
    }),
    send: ({ role, reason }) => setRole(forum, user.id, role, reason.trim()),
    onSent: () => {
      toast.success(memberText('roleDone', { name }))
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={memberText('roleTitle', { name })}
      note={memberText('roleNote')}
      submit={commonText('confirm')}
    >
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
        optional
        help={memberText('reasonHelp')}
        count={{ count: countCharacters(form.values.reason.trim()), max: REASON_MAX }}
        rows={3}
      />
    </FormDialog>
  )
}
