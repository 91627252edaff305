import { forum, useForum } from '../../store'
import { localTime } from '../../ui'
import { addNote } from './discipline.actions'
import { disciplineSlice } from './discipline.slice'
import { disciplineText } from './discipline.texts'
import { NoteForm } from './NoteForm'

/** The moderators' notes about a member, and the field for another note. */
export function StaffNotes({ userId }: { userId: number }) {
  const notes = useForum((read) => read(disciplineSlice).notes[userId])
  return (
    <section aria-labelledby="discipline-notes">
      <h3 id="discipline-notes">
        {disciplineText('notes')} <span className="faint small">{disciplineText('notesHelp')}</span>
      </h3>
      <NoteForm send={(text) => addNote(forum, userId, text)} />
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
