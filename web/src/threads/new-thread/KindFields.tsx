import { Check, Field } from '../../ui'
import { newThreadText } from './new-thread.texts'
import { type useNewThread } from './use-new-thread'

/** The kind of a new thread: its type, if the board has types, and whether it is a question. */
export function KindFields({ model }: { model: ReturnType<typeof useNewThread> }) {
  const { board, type, draft, form } = model
  if (!board) return null
  return (
    <>
      {board.types.length > 0 && (
        <Field
          label={newThreadText('type')}
          required={board.typeRequired}
          error={form.isTried ? form.errors.type : undefined}
        >
          {(control) => (
            <select
              {...control}
              name="type"
              className="input"
              value={type ?? ''}
              onChange={({ target }) => {
                form.set({ type: target.value || null })
              }}
            >
              <option value="">{newThreadText(board.typeRequired ? 'chooseType' : 'noType')}</option>
              {board.types.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {!board.isQuestions && (
        <Check
          label={newThreadText('isQuestion')}
          help={newThreadText('isQuestionHelp')}
          checked={draft.value.isQuestion}
          onChange={(checked) => {
            form.set({ isQuestion: checked })
          }}
        />
      )}
    </>
  )
}
