import { type Invitation } from '@forum/shared/contract'
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from '@forum/shared/limits'
import { useCallback } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  copyToClipboard,
  FormError,
  FormField,
  localDate,
  SectionHeading,
  useAction,
  useForm,
} from '../../ui'
import { createInvitation, loadInvitations, withdrawInvitation } from './admin.actions'
import { adminText } from './admin.texts'

const isWhole = (typed: string, max: number): boolean => {
  const number = Number(typed)
  return Number.isInteger(number) && number >= 1 && number <= max
}

/** The codes with which newcomers register while registration is by invitation, and a form that makes one. */
export function Invitations() {
  const load = useCallback(() => loadInvitations(forum), [])
  const loaded = useLoaded(load)
  const form = useForm<{ uses: string; days: string }, Invitation>({
    initial: { uses: '1', days: '30' },
    check: ({ uses, days }) => ({
      ...(isWhole(uses, INVITATION_USES_MAX)
        ? {}
        : { uses: adminText('limitRange', { max: INVITATION_USES_MAX }) }),
      ...(isWhole(days, INVITATION_DAYS_MAX)
        ? {}
        : { days: adminText('limitRange', { max: INVITATION_DAYS_MAX }) }),
    }),
    send: ({ uses, days }) => createInvitation(forum, { uses: Number(uses), days: Number(days) }),
    onSent: () => {
      form.reset()
      loaded.reload()
    },
  })
  return (
    <section aria-labelledby="admin-invitations" className="admin-settings">
      <SectionHeading id="admin-invitations">{adminText('invitations')}</SectionHeading>
      <form {...form.props}>
        <FormError>{form.problem}</FormError>
        <div className="admin-invite">
          <FormField form={form} name="uses" label={adminText('invitationUses')} autoComplete="off" />
          <FormField form={form} name="days" label={adminText('invitationDays')} autoComplete="off" />
          <Button type="submit" busy={form.isBusy}>
            {adminText('invite')}
          </Button>
        </div>
      </form>
      <WhenLoaded loaded={loaded} skeleton={null} failed={adminText('invitationsFailed')}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="faint small">{adminText('invitationsNone')}</p>
          ) : (
            <ul className="admin-invitations">
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.code} invitation={invitation} onWithdrawn={loaded.reload} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </section>
  )
}

function InvitationRow({
  invitation: { code, uses, used, expiresAt, endedAt },
  onWithdrawn,
}: {
  invitation: Invitation
  onWithdrawn: () => void
}) {
  const withdraw = useAction(() => withdrawInvitation(forum, code), onWithdrawn)
  return (
    <li>
      <span>
        <b>{code}</b>
        <span className="faint small">
          {endedAt === null
            ? adminText('invitationState', { used, uses, date: localDate(expiresAt) })
            : adminText(used >= uses ? 'invitationUsedUp' : 'invitationOver', {
                used,
                uses,
                date: localDate(endedAt),
              })}
        </span>
      </span>
      {endedAt === null && (
        <span className="admin-member-acts">
          <Button
            onClick={() =>
              void copyToClipboard(
                `${location.origin}/register?invitation=${code}`,
                adminText('invitationCopied'),
              )
            }
          >
            {adminText('invitationCopy')}
          </Button>
          <Button busy={withdraw.isBusy} onClick={withdraw.run}>
            {adminText('invitationWithdraw')}
          </Button>
        </span>
      )}
    </li>
  )
}
