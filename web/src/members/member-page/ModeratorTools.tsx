import { type CurrentUser, type User } from '@forum/shared/contract'
import { mayChangeRole } from '@forum/shared/policies'
import { useRef, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { Button, Menu, MenuItem } from '../../ui'
import { ShieldCheck } from '../../ui/icons'
import { useMenuOffers, useOffers } from '../../state/offers'
import { memberText } from './member.texts'
import { RoleDialog } from './RoleDialog'

/** The staff's actions on a member. Renders nothing for everyone else. */
export function ModeratorTools({ user, me }: { user: User; me: CurrentUser }) {
  const [asksForRole, setAsksForRole] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const actor = actorOf(me)
  const mayPromote = actor !== null && mayChangeRole(actor, user) === 'allowed'
  const returnFocus = () => {
    button.current?.focus()
  }
  const offered = useMenuOffers(useOffers().memberMenu, user, returnFocus)
  if (offered.entries.length === 0 && !mayPromote) return null
  return (
    <>
      <Menu
        trigger={
          <Button ref={button} icon={<ShieldCheck aria-hidden />}>
            {memberText('manage')}
          </Button>
        }
      >
        {offered.entries}
        {mayPromote && <MenuItem onSelect={() => setAsksForRole(true)}>{memberText('setRole')}</MenuItem>}
      </Menu>
      {offered.dialog}
      {asksForRole && (
        <RoleDialog
          user={user}
          onClose={() => {
            setAsksForRole(false)
            returnFocus()
          }}
        />
      )}
    </>
  )
}
