import { type Result } from '../../lib/result'
import { Dialog, useIsWide } from '../../ui'
import { actFormText } from './act-form.texts'
import { ActForm } from './ActForm'
import { type ActInput, type PageAct } from './acts'
import { useActForm } from './use-act-form'

/** The dialog before an act on threads or a reply. It closes once the server has accepted the act. */
export function ActDialog({
  act,
  title,
  text,
  from,
  onConfirm,
  onClose,
}: {
  act: PageAct
  title: string
  text?: string | undefined
  /** The title of a single thread, and the current board. */
  from: { title?: string; boardId?: number }
  onConfirm: (given: ActInput) => Promise<Result<void>>
  onClose: () => void
}) {
  const form = useActForm({
    act,
    initial: { title: from.title ?? '' },
    isReasonOptional: true,
    send: onConfirm,
    onSent: onClose,
  })
  return (
    <Dialog onClose={onClose} title={title} note={text} shape={useIsWide() ? 'box' : 'sheet'}>
      <ActForm
        form={form}
        from={from.boardId}
        reasonHelp={actFormText('reasonOptional')}
        submit={act.asks === 'reason' ? act.label() : title}
        onCancel={onClose}
      />
    </Dialog>
  )
}
