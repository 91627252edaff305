import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { useState } from 'react'
import { type Result } from '../../lib/result'
import { Button, isSendKey, toast } from '../../ui'
import { disciplineText } from './discipline.texts'
import './note-form.css'

/** The field in which staff note something for each other. */
export function NoteForm({ send }: { send: (text: string) => Promise<Result<unknown>> }) {
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isTooLong = countCharacters(trimText(text)) > REASON_MAX
  const add = async () => {
    if (isBlank(text) || isTooLong || isBusy) return
    setIsBusy(true)
    const result = await send(trimText(text))
    setIsBusy(false)
    if (result.ok) setText('')
    else toast.error(result.error.message)
  }
  return (
    <>
      <form
        noValidate
        className="note-form"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <input
          className="input"
          aria-label={disciplineText('note')}
          placeholder={disciplineText('note')}
          aria-invalid={isTooLong || undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
          }}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return
            // Beside a case it settles the case everywhere else.
            event.preventDefault()
            event.stopPropagation()
            void add()
          }}
        />
        <Button type="submit" busy={isBusy}>
          {disciplineText('noteAdd')}
        </Button>
      </form>
      <p className="field-error" aria-live="polite">
        {isTooLong && disciplineText('noteTooLong')}
      </p>
    </>
  )
}
