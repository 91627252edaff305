import { type Board } from '@forum/shared/contract'
import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { forum } from '../../store'
import { Check, FormDialog, FormField, useForm } from '../../ui'
import { transferText } from './transfer.texts'
import { beginTransfer } from './transfers.actions'

/** Moves all threads of a board into another one, and removes the board if it is merged. */
export function TransferDialog({
  board,
  boards,
  onBegun,
  onClose,
}: {
  board: Board
  boards: readonly Board[]
  onBegun: () => void
  onClose: () => void
}) {
  const targets = boards.filter(({ id, children }) => id !== board.id && children.length === 0)
  const mayMerge = board.children.length === 0
  const form = useForm({
    initial: { toBoardId: '', merges: false, reason: '' },
    check: ({ toBoardId }) => ({
      toBoardId: toBoardId === '' ? transferText('toRequired') : undefined,
    }),
    send: ({ toBoardId, merges, reason }) =>
      beginTransfer(forum, board.id, {
        toBoardId: Number(toBoardId),
        merges,
        ...(trimText(reason) === '' ? {} : { reason: trimText(reason) }),
      }),
    onSent: () => {
      onBegun()
      onClose()
    },
  })
  const { merges, toBoardId, reason } = form.values
  const to = targets.find(({ id }) => String(id) === toBoardId)
  const readersOf = ({ access, groupIds }: Board) => `${access.see} ${groupIds.join()}`
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={transferText('title', { name: board.displayName })}
      note={transferText('note')}
      tone={merges ? 'danger' : 'go'}
      submit={merges ? transferText('merge') : transferText('move', { count: board.threadCount })}
    >
      <FormField form={form} name="toBoardId" label={transferText('to')}>
        <option value="">{transferText('choose')}</option>
        {targets.map(({ id, displayName, parent }) => (
          <option key={id} value={id}>
            {parent ? `${parent.displayName} › ${displayName}` : displayName}
          </option>
        ))}
      </FormField>
      {to && readersOf(to) !== readersOf(board) && (
        <p role="note">{transferText('otherReaders', { to: to.displayName })}</p>
      )}
      {mayMerge ? (
        <Check
          label={transferText('merges')}
          help={transferText('mergesHelp')}
          checked={merges}
          onChange={(checked) => {
            form.set({ merges: checked })
          }}
        />
      ) : (
        <p className="faint">{transferText('hasChildren')}</p>
      )}
      <FormField
        form={form}
        name="reason"
        label={transferText('reason')}
        autoComplete="off"
        count={{ count: countCharacters(reason), max: REASON_MAX }}
      />
    </FormDialog>
  )
}
