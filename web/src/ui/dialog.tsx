import { type ComponentProps } from 'react'
import type { ConfirmDialogPart, DialogPart } from './dialog-parts'
import { useOnDemand } from './on-demand'
import { dialogParts } from './parts'

/**
 * A dialog that keeps the focus inside and returns it on closing. With `shape` sheet it rises from the bottom of a phone;
 * as a drawer it takes the right edge of the window.
 */
export function Dialog(props: ComponentProps<typeof DialogPart>) {
  const parts = useOnDemand(dialogParts, props.open ?? true)
  return parts && <parts.DialogPart {...props} />
}

/** Asks for confirmation before an action that is hard to undo. */
export function ConfirmDialog(props: ComponentProps<typeof ConfirmDialogPart>) {
  const parts = useOnDemand(dialogParts, props.open)
  return parts && <parts.ConfirmDialogPart {...props} />
}
