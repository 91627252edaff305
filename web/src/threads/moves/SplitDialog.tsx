import { type Board } from '@forum/shared/contract'
import { TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useId } from 'react'
import { forum } from '../../store'
import { ChoiceSwitch, FormDialog, FormField, useForm, useIsWide } from '../../ui'
import { BoardChoice } from '../acts/BoardChoice'
import { titleProblem } from '../acts/use-act-form'
import { splitThread, type Into, type Target } from './moves.actions'
import { movesText } from './moves.texts'
import { TargetChoice } from './TargetChoice'
import '../acts/act-form.css'
import './moves.css'

interface Typed {
  to: 'new' | 'existing'
  title: string
  /** Null for the current board of the replies. */
  board: Board | null
  target: Target | null
  reason: string
}

const intoOf = ({ to, title, board, target }: Typed, currentBoardId: number): Into =>
  to === 'new'
    ? { title: trimText(title), boardId: board?.id ?? currentBoardId }
    : { threadId: target?.id ?? 0 }

/** Moves replies into a new thread or an existing one. */
export function SplitDialog({
  threadId,
  boardId,
  postIds,
  onDone,
  onClose,
}: {
  threadId: number
  boardId: number
  postIds: number[]
  onDone: () => void
  onClose: () => void
}) {
  const name = useId()
  const initial: Typed = { to: 'new', title: '', board: null, target: null, reason: '' }
  const form = useForm<Typed, number>({
    initial,
    check: ({ to, title, target }) =>
      to === 'existing'
        ? { target: target ? undefined : movesText('needsTarget') }
        : { title: titleProblem(trimText(title)) },
    send: (typed) =>
      splitThread(forum, threadId, { postIds, into: intoOf(typed, boardId), reason: trimText(typed.reason) }),
    onSent: onDone,
    fieldOf: null,
  })
  const { to, title, board, target } = form.values
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={movesText('splitTitle', { count: postIds.length })}
      note={movesText('splitNote')}
      shape={useIsWide() ? 'box' : 'sheet'}
      submit={movesText('doSplit')}
    >
      <div className="moves-fields">
        <ChoiceSwitch
          name={name}
          legend={movesText('where')}
          value={to}
          options={[
            { value: 'new', label: movesText('toNew') },
            { value: 'existing', label: movesText('toExisting') },
          ]}
          onChange={(value) => {
            form.set({ to: value === 'new' ? 'new' : 'existing', target: null })
          }}
        />
        {to === 'new' ? (
          <>
            <FormField
              form={form}
              name="title"
              label={movesText('title')}
              required
              count={{ count: countCharacters(title), max: TITLE_MAX }}
            />
            <BoardChoice
              current={boardId}
              value={board}
              onChange={(chosen) => {
                form.set({ board: chosen })
              }}
            />
          </>
        ) : (
          <TargetChoice
            without={threadId}
            value={target}
            problem={form.errors.target}
            onChange={(chosen) => {
              form.set({ target: chosen })
            }}
          />
        )}
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
