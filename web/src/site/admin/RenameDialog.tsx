import { newUsername, type User } from '@forum/shared/contract'
import { fieldProblem } from '../../lib/schemas'
import { forum } from '../../store'
import { FormDialog, FormField, toast, useForm } from '../../ui'
import { renameMember } from './admin.actions'
import { adminText } from './admin.texts'

/** Gives a member another username. */
export function RenameDialog({
  user,
  onClose,
  onDone,
}: {
  user: User
  onClose: () => void
  onDone: () => void
}) {
  const form = useForm({
    initial: { username: '' },
    check: ({ username }) => ({ username: fieldProblem('username', newUsername, username) }),
    send: ({ username }) => renameMember(forum, user.id, username.trim()),
    onSent: () => {
      toast.success(adminText('renamed'))
      onDone()
    },
    fieldOf: { USERNAME_TAKEN: 'username' },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={adminText('renameOf', { name: user.displayName })}
      note={adminText('renameNote', { username: user.username })}
      submit={adminText('rename')}
    >
      <FormField
        form={form}
        name="username"
        label={adminText('newUsername')}
        required
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  )
}
