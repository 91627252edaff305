import { type ReactNode, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { type Result } from '../../lib/result'
import { Button, Dialog, FormError, useIsWide } from '../../ui'
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
  text?: string
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
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    if (isBusy || isReasonTooLong(reason)) return
    const problem = check()
    setError(problem)
    if (problem !== null) return
    setIsBusy(true)
    const result = await onConfirm(reason.trim())
    setIsBusy(false)
    if (result.ok) onClose()
    else setError(result.error.message)
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={title}
      note={text}
      shape={isWide ? 'box' : 'sheet'}
    >
      <form
        className="act-form"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        {children}
        {asksReason && <ReasonFields value={reason} onChange={setReason} />}
        <FormError>{error}</FormError>
        <div className="act-foot">
          <Button onClick={onClose}>{commonText('cancel')}</Button>
          <Button type="submit" tone={danger ? 'danger' : 'go'} busy={isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
