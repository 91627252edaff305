import * as RadixAlert from 'radix-ui/alert-dialog'
import * as RadixDialog from 'radix-ui/dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { isComposing } from '../lib/keys'
import { commonText } from '../lib/i18n'
import { Button } from './button'
import { classNames } from './class-names'
import { useCloseOnBack } from './use-close-on-back'
import { X } from './icons'
import './dialog.css'

/** Elements that lie over the page, to which the focus cannot return once they are closed. */
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-radix-focus-guard]'

/** The content of `Dialog` (dialog.tsx). */
export function DialogPart({
  open = true,
  onClose,
  title,
  note,
  footer,
  shape = 'box',
  isText = false,
  children,
}: {
  open?: boolean
  /** Without it, only the dialog's own buttons close it. */
  onClose?: (() => void) | undefined
  title: ReactNode
  /** One line under the title. */
  note?: ReactNode
  footer?: ReactNode
  /** A drawer is as high as the window, at its right edge; on a phone it covers the window. */
  shape?: 'box' | 'sheet' | 'drawer'
  /** True if it contains only text, which is then focusable for scrolling with the keyboard. */
  isText?: boolean
  children: ReactNode
}) {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  const mustChoose = onClose === undefined
  useCloseOnBack(open && !mustChoose, () => onClose?.())
  // A menu that opened the dialog returns the focus to its button only after that, and a caller that closes the dialog
  // moves the focus while the dialog still holds it. The dialog takes the focus back; both are remembered as the place
  // to return to.
  useEffect(() => {
    if (!open) return
    const remember = ({ relatedTarget: next }: FocusEvent) => {
      if (!(next instanceof HTMLElement) || content.current?.contains(next)) return
      if (!next.closest(OVERLAYS)) before.current = next
    }
    document.addEventListener('focusout', remember)
    return () => {
      document.removeEventListener('focusout', remember)
    }
  }, [open])
  const stay = (event: Event) => {
    if (mustChoose) event.preventDefault()
  }
  return (
    <RadixDialog.Root open={open} onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="dialog-veil" />
        <RadixDialog.Content
          ref={content}
          className={classNames('dialog', `dialog-${shape}`)}
          // Screen readers begin at the title, not at the first button, unless the next key is meant for a field.
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            before.current = document.activeElement
            const first = content.current?.querySelector<HTMLElement>('[data-first-focus]')
            ;(first ?? content.current)?.focus()
          }}
          // The library returns the focus only to its own trigger button, which these dialogs do not have.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Unless the handler that closed the dialog has already moved the focus.
            const { activeElement, body } = document
            if (activeElement === body && before.current !== body && before.current instanceof HTMLElement)
              before.current.focus()
          }}
          onEscapeKeyDown={(event) => {
            if (mustChoose || isComposing(event)) event.preventDefault()
          }}
          onInteractOutside={stay}
          {...(note ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <RadixDialog.Title className="dialog-title">{title}</RadixDialog.Title>
            {note && <RadixDialog.Description className="dialog-note">{note}</RadixDialog.Description>}
            {!mustChoose && (
              <RadixDialog.Close
                className="icon-button dialog-close"
                aria-label={commonText('close')}
                title={commonText('close')}
              >
                <X aria-hidden />
              </RadixDialog.Close>
            )}
          </div>
          {/* Long texts scroll, so they must be reachable with the keyboard. */}
          <div className="dialog-body" tabIndex={mustChoose || isText ? 0 : -1}>
            {children}
          </div>
          {footer && <div className="dialog-foot">{footer}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** The content of `ConfirmDialog` (dialog.tsx). */
export function ConfirmDialogPart({
  open,
  onClose,
  title,
  text,
  confirmLabel,
  danger = false,
  onConfirm,
}: {
  open: boolean
  onClose: () => void
  title: string
  text?: ReactNode
  confirmLabel?: string
  danger?: boolean
  onConfirm: () => void
}) {
  useCloseOnBack(open, onClose)
  return (
    <RadixAlert.Root open={open} onOpenChange={onClose}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className="dialog-veil" />
        <RadixAlert.Content
          className="dialog dialog-box dialog-confirm"
          {...(text ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <RadixAlert.Title className="dialog-title">{title}</RadixAlert.Title>
          </div>
          {text && <RadixAlert.Description className="dialog-body">{text}</RadixAlert.Description>}
          <div className="dialog-foot">
            <RadixAlert.Cancel asChild>
              <Button>{commonText('cancel')}</Button>
            </RadixAlert.Cancel>
            <RadixAlert.Action asChild>
              <Button tone={danger ? 'danger' : 'go'} onClick={onConfirm}>
                {confirmLabel ?? commonText('confirm')}
              </Button>
            </RadixAlert.Action>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  )
}
