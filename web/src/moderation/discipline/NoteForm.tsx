import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { type Result } from '../../lib/result'
import { Button, isSendKey, toast, useForm } from '../../ui'
import { disciplineText } from './discipline.texts'
import './note-form.css'

/** The field in which staff add a note for each other. */
export function NoteForm({ send }: { send: (text: string) => Promise<Result<unknown>> }) {
  const form = useForm({
    initial: { text: '' },
    send: ({ text: typed }) => send(trimText(typed)),
    onSent: () => {
      form.reset()
    },
    onFailure: ({ message }) => toast.error(message),
    fieldOf: null,
  })
  const { text } = form.values
  const isTooLong = countCharacters(trimText(text)) > REASON_MAX
  const add = () => {
    if (!isBlank(text) && !isTooLong) void form.submit()
  }
  return (
    <>
      <form
        noValidate
        className="note-form"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <input
          className="input"
          aria-label={disciplineText('note')}
          placeholder={disciplineText('note')}
          aria-invalid={isTooLong || undefined}
          {...form.control('text')}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return
            // Outside the field, this key settles the case.
            event.preventDefault()
            event.stopPropagation()
            add()
          }}
        />
        <Button type="submit" busy={form.isBusy}>
          {disciplineText('noteAdd')}
        </Button>
      </form>
      <p className="field-error" aria-live="polite">
        {isTooLong && disciplineText('noteTooLong')}
      </p>
    </>
  )
}
