import { trimText } from '@forum/shared/text'
import { useNavigate } from 'react-router-dom'
import { forum } from '../../store'
import { FormDialog, FormField, useForm, useIsWide } from '../../ui'
import { type ThreadRow } from '../../state/thread-copy'
import { threadPath } from '../thread/permalink'
import { mergeThread, type Target } from './moves.actions'
import { movesText } from './moves.texts'
import { TargetChoice } from './TargetChoice'
import '../acts/act-form.css'
import './moves.css'

interface Typed {
  target: Target | null
  reason: string
}

/** Merges a thread into another one and goes there. */
export function MergeDialog({ thread, onClose }: { thread: ThreadRow; onClose: () => void }) {
  const navigate = useNavigate()
  const initial: Typed = { target: null, reason: '' }
  const form = useForm<Typed, number>({
    initial,
    check: ({ target }) => ({ target: target ? undefined : movesText('needsTarget') }),
    send: ({ target, reason }) =>
      mergeThread(forum, thread.id, { into: target?.id ?? 0, reason: trimText(reason) }),
    onSent: (into) => {
      onClose()
      void navigate(threadPath(into))
    },
    fieldOf: null,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={movesText('mergeTitle')}
      note={movesText('mergeNote')}
      shape={useIsWide() ? 'box' : 'sheet'}
      submit={movesText('doMerge')}
    >
      <div className="moves-fields">
        <TargetChoice
          without={thread.id}
          value={form.values.target}
          problem={form.errors.target}
          onChange={(target) => {
            form.set({ target })
          }}
        />
        <FormField
          form={form}
          name="reason"
          label={movesText('reason')}
          optional
          help={movesText('reasonHelp')}
        />
      </div>
    </FormDialog>
  )
}
