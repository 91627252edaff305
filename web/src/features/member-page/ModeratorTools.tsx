import { type CurrentUser, type User } from '@forum/shared/contract'
import { mayChangeRole, mayPurge, mayReadDiscipline } from '@forum/shared/policies'
import { useRef, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { commonText } from '../../lib/i18n'
import { Button, Menu, MenuItem, onDemand, toast } from '../../ui'
import { ShieldCheck } from '../../ui/icons'
import { PurgeDialog, purgeText } from '../purges'
import { memberText } from './member.texts'
import { RoleDialog } from './RoleDialog'

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
