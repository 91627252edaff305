import { forum, useForum } from '../../store'
import { localTime } from '../../ui'
import { NoteForm } from '../discipline/NoteForm'
import { noteCase } from './cases.actions'
import { casesSlice } from './cases.slice'
import { casesText } from './cases.texts'

/** The moderators' notes about a case, and the field for another note. */
export function CaseNotes({ caseId }: { caseId: number }) {
  const notes = useForum((read) => read(casesSlice).notes[caseId])
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
      <NoteForm send={(text) => noteCase(forum, caseId, text)} />
    </section>
  )
}
