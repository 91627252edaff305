import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { useState } from 'react'
import { forum, useForum } from '../../store'
import { Button, isSendKey, localTime, toast } from '../../ui'
import { addNote } from './discipline.actions'
import { disciplineSlice } from './discipline.slice'
import { disciplineText } from './discipline.texts'

/** What moderators noted about a member, and the field for another note. */
export function StaffNotes({ userId }: { userId: number }) {
  const notes = useForum((read) => read(disciplineSlice).notes[userId])
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isTooLong = countCharacters(trimText(text)) > REASON_MAX
  const add = async () => {
    if (isBlank(text) || isTooLong || isBusy) return
    setIsBusy(true)
    const result = await addNote(forum, userId, trimText(text))
    setIsBusy(false)
    if (result.ok) setText('')
    else toast.error(result.error.message)
  }
  return (
    <section aria-labelledby="discipline-notes">
      <h3 id="discipline-notes">
        {disciplineText('notes')} <span className="faint small">{disciplineText('notesHelp')}</span>
      </h3>
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
            if (isSendKey(event)) void add()
          }}
        />
        <Button type="submit" busy={isBusy}>
          {disciplineText('noteAdd')}
        </Button>
      </form>
      <p className="field-error" aria-live="polite">
        {isTooLong && disciplineText('noteTooLong')}
      </p>
      <ul className="notes">
        {notes?.map((note) => (
          <li key={note.id}>
            <b>{note.by.displayName}</b> <span className="faint small num">{localTime(note.at)}</span>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
