import { type Clearable, type LogEntry, type Undo } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type List } from '../../resource'
import { type Forum } from '../../store'
import { memberChanged } from '../../members'
import { disciplineSlice } from './discipline.slice'

/** The moderators' acts on a member and on their content, the newest first; the call also loads the notes. */
export const entriesAbout = (userId: number): List<LogEntry> => ({
  key: `discipline of member:${userId}`,
  room: { kind: 'moderation' },
  applyItem: (write, entry) => {
    write(disciplineSlice).entries[entry.id] = entry
  },
  async read({ call }) {
    const { entries, notes } = await call('getDiscipline', { params: { userId } })
    return {
      items: entries,
      apply: (write) => {
        write(disciplineSlice).notes[userId] = notes
        return []
      },
    }
  },
})

/** Adds a note about a member. */
export function addNote(forum: Forum, userId: number, text: string): Promise<Result<void>> {
  return resultOf(
    forum.call('addStaffNote', { params: { userId }, body: { text } }).then(({ note }) => {
      forum.update((write) => {
        const state = write(disciplineSlice)
        state.notes[userId] = [note, ...(state.notes[userId] ?? [])]
      })
    }),
  )
}

/** Warns a member. */
export const warnMember = (
  forum: Forum,
  userId: number,
  body: { text: string; until: string | null },
): Promise<Result<{ undo: Undo | null }>> => resultOf(forum.call('warnUser', { params: { userId }, body }))

/** Clears parts of a member's profile. */
export function clearProfile(
  forum: Forum,
  userId: number,
  fields: Clearable[],
  reason: string,
): Promise<Result<{ undo: Undo | null }>> {
  return resultOf(
    forum.call('clearProfile', { params: { userId }, body: { fields, reason } }).then(({ user, undo }) => {
      memberChanged(forum, user)
      return { undo }
    }),
  )
}
