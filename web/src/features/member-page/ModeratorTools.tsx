import { DAY_MS } from '@forum/shared/clock'
import { type CurrentUser, type Role, type User } from '@forum/shared/contract'
import { REASON_MAX } from '@forum/shared/limits'
import { mayChangeRole, mayDiscipline } from '@forum/shared/policies'
import { countCharacters } from '@forum/shared/text'
import { useId, useRef, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { Button, Dialog, FormError, FormField, Menu, MenuItem, roleText, toast, useForm } from '../../ui'
import { ShieldCheck } from '../../ui/icons'
import { PurgeDialog, purgeText } from '../purges'
import { memberText } from './member.texts'
import { discipline, type Discipline } from './members.actions'

const SPANS = [
  { key: 'day', days: 1 },
  { key: 'threeDays', days: 3 },
  { key: 'week', days: 7 },
  { key: 'month', days: 30 },
  { key: 'forever', days: null },
] as const
type Span = (typeof SPANS)[number]
const ROLES: readonly Role[] = ['user', 'moderator', 'admin']

type Measure = 'ban' | 'mute' | 'role'

/** What the reader may do to a member as staff. Renders nothing for everyone else. */
export function ModeratorTools({ user, me }: { user: User; me: CurrentUser }) {
  const [measure, setMeasure] = useState<Measure | null>(null)
  const [isPurging, setIsPurging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const actor = actorOf(me)
  const mayPunish = actor !== null && mayDiscipline(actor, user) === 'allowed'
  const mayPromote = actor !== null && mayChangeRole(actor, user) === 'allowed'
  if (!mayPunish && !mayPromote) return null
  const name = user.displayName
  const lift = async (kind: 'unban' | 'unmute') => {
    const result = await discipline(forum, user.id, { kind, reason: '' })
    if (result.ok) toast.success(memberText(`${kind}Done`, { name }))
    else toast.error(memberText('actFailed'), { description: result.error.message })
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
        {mayPunish && user.status !== 'banned' && (
          <MenuItem onSelect={() => setMeasure('ban')}>{memberText('ban')}</MenuItem>
        )}
        {mayPunish && user.status === 'banned' && (
          <MenuItem onSelect={() => void lift('unban')}>{memberText('unban')}</MenuItem>
        )}
        {mayPunish && <MenuItem onSelect={() => setMeasure('mute')}>{memberText('mute')}</MenuItem>}
        {mayPunish && <MenuItem onSelect={() => void lift('unmute')}>{memberText('unmute')}</MenuItem>}
        {mayPunish && <MenuItem onSelect={() => setIsPurging(true)}>{purgeText('open')}</MenuItem>}
        {mayPromote && <MenuItem onSelect={() => setMeasure('role')}>{memberText('setRole')}</MenuItem>}
      </Menu>
      {isPurging && (
        <PurgeDialog
          user={user}
          onClose={() => {
            setIsPurging(false)
            button.current?.focus()
          }}
        />
      )}
      {measure !== null && (
        <DisciplineDialog
          key={measure}
          measure={measure}
          user={user}
          onClose={() => {
            setMeasure(null)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

interface Given {
  span: Span['key']
  role: Role
  reason: string
}

const TITLES = { ban: 'banTitle', mute: 'muteTitle', role: 'roleTitle' } as const
const NOTES = { ban: 'banNote', mute: 'muteNote', role: 'roleNote' } as const

function DisciplineDialog({ measure, user, onClose }: { measure: Measure; user: User; onClose: () => void }) {
  const id = useId()
  const name = user.displayName
  const form = useForm<Given>({
    initial: { span: 'threeDays', role: user.role, reason: '' },
    check: ({ reason }) => ({
      reason:
        reason.trim() === ''
          ? memberText('reasonRequired')
          : countCharacters(reason.trim()) > REASON_MAX
            ? memberText('reasonTooLong')
            : undefined,
    }),
    send: (given) => discipline(forum, user.id, actOf(measure, { ...given, reason: given.reason.trim() })),
    onSent: () => {
      toast.success(memberText(`${measure}Done`, { name }))
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={memberText(TITLES[measure], { name })}
      note={memberText(NOTES[measure])}
      footer={
        <>
          <Button onClick={onClose}>{commonText('cancel')}</Button>
          <Button type="submit" form={id} tone={measure === 'role' ? 'go' : 'danger'} busy={form.isBusy}>
            {measure === 'role' ? commonText('confirm') : memberText(measure)}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id}>
        <FormError>{form.problem}</FormError>
        {measure === 'role' ? (
          <FormField form={form} name="role" label={memberText('role')}>
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {roleText(one)}
              </option>
            ))}
          </FormField>
        ) : (
          <FormField form={form} name="span" label={memberText('until')}>
            {SPANS.filter(({ days }) => days !== null || measure === 'ban').map(({ key }) => (
              <option key={key} value={key}>
                {memberText(key)}
              </option>
            ))}
          </FormField>
        )}
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

function actOf(kind: Measure, given: Given): Discipline {
  const { role, reason } = given
  if (kind === 'role') return { kind, role, reason }
  const days = SPANS.find(({ key }) => key === given.span)?.days ?? null
  const until = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
  if (kind === 'ban') return { kind, until, reason }
  return { kind, until: until ?? new Date(Date.now() + DAY_MS).toISOString(), reason }
}
