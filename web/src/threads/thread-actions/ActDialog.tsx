import { type ReactNode } from 'react'
import { commonText } from '../../lib/i18n'
import { type Result } from '../../lib/result'
import { Button, Dialog, FormError, useForm, useIsWide } from '../../ui'
import { isReasonTooLong, ReasonFields } from './ReasonFields'
import './thread-actions.css'

/**
 * Asks for confirmation and a moderator's reason. It closes once the server has accepted the action; otherwise it keeps
 * what was filled in.
 */
export function ActDialog({
  title,
  text,
  confirmLabel,
  danger = false,
  asksReason = true,
  onClose,
  onConfirm,
  check = () => null,
  children,
}: {
  title: string
  text?: string | undefined
  confirmLabel: string
  danger?: boolean
  /** Whether it shows the fields for a reason; without them the reason is empty. */
  asksReason?: boolean
  onClose: () => void
  onConfirm: (reason: string) => Promise<Result<void>>
  /** The error of the action's own fields; null if they are valid. */
  check?: () => string | null
  children?: ReactNode
}) {
  const isWide = useIsWide()
  const form = useForm({
    initial: { reason: '' },
    // The field itself says that a reason is too long.
    check: ({ reason }) => ({ form: check() ?? undefined, reason: isReasonTooLong(reason) ? '' : undefined }),
    send: ({ reason }) => onConfirm(reason.trim()),
    onSent: onClose,
    fieldOf: null,
  })
  return (
    <Dialog onClose={onClose} title={title} note={text} shape={isWide ? 'box' : 'sheet'}>
      <form {...form.props} className="act-form">
        {children}
        {asksReason && (
          <ReasonFields
            value={form.values.reason}
            onChange={(reason) => {
              form.set({ reason })
            }}
          />
        )}
        <FormError>{form.problem}</FormError>
        <div className="act-foot">
          <Button onClick={onClose}>{commonText('cancel')}</Button>
          <Button type="submit" tone={danger ? 'danger' : 'go'} busy={form.isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
