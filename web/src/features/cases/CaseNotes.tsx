import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { useState } from 'react'
import { forum, useForum } from '../../store'
import { Button, isSendKey, localTime, toast } from '../../ui'
import { noteCase } from './cases.actions'
import { casesSlice } from './cases.slice'
import { casesText } from './cases.texts'

/** What moderators noted about a case, and the field for another note. */
export function CaseNotes({ caseId }: { caseId: number }) {
  const notes = useForum((read) => read(casesSlice).notes[caseId])
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isTooLong = countCharacters(trimText(text)) > REASON_MAX
  const add = async () => {
    if (isBlank(text) || isTooLong || isBusy) return
    setIsBusy(true)
    const result = await noteCase(forum, caseId, trimText(text))
    setIsBusy(false)
    if (result.ok) setText('')
    else toast.error(result.error.message)
  }
  return (
    <section aria-labelledby="case-notes">
      <h3 id="case-notes">
        {casesText('notes')} <span className="faint small">{casesText('notesHelp')}</span>
      </h3>
      <ul className="case-notes">
        {notes?.map((note) => (
          <li key={`${note.at} ${note.by.id}`}>
            <span className="faint small num">{localTime(note.at)}</span> <b>{note.by.displayName}</b>：
            {note.text}
          </li>
        ))}
      </ul>
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
          aria-label={casesText('note')}
          placeholder={casesText('note')}
          aria-invalid={isTooLong || undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
          }}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return
            // It settles the case everywhere else.
            event.preventDefault()
            event.stopPropagation()
            void add()
          }}
        />
        <Button type="submit" busy={isBusy}>
          {casesText('noteAdd')}
        </Button>
      </form>
    </section>
  )
}
