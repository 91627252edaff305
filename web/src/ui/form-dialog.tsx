import { type ReactNode, useId } from 'react'
import { commonText } from '../lib/i18n'
import { Button, type ButtonTone } from './button'
import { Dialog } from './dialog'
import { FormError } from './field'
import { type Form } from './use-form'

/** A dialog with a form: its fields, and below them the buttons that cancel and send it. */
export function FormDialog({
  form,
  submit,
  tone = 'go',
  disabled = false,
  children,
  ...dialog
}: {
  form: Pick<Form<object>, 'props' | 'problem' | 'isBusy' | 'isWaiting'>
  open?: boolean
  onClose: () => void
  title: string
  note?: string
  shape?: 'box' | 'sheet'
  /** The label of the button that sends. */
  submit: string
  tone?: ButtonTone
  disabled?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>{commonText('cancel')}</Button>
          <Button
            type="submit"
            form={id}
            tone={tone}
            busy={form.isBusy}
            disabled={disabled || form.isWaiting}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id}>
        <FormError>{form.problem}</FormError>
        {children}
      </form>
    </Dialog>
  )
}
