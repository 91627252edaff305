import { type Case, type UserSummary } from '@forum/shared/contract'
import { defineSlice, sessionSlice, type Write } from '../../store'

/** What moderators noted about a case, or did with it. */
export interface CaseNote {
  by: UserSummary
  at: string
  text: string
}

export interface Cases {
  /** Every case that was loaded, or of which an event told. */
  cases: Record<number, Case>
  /** The notes of opened cases. */
  notes: Record<number, CaseNote[]>
  /** Cases that became known while the page was open; those that the list does not show yet are its news. */
  arrived: number[]
}

/** The cases that the reader may handle. Added to the store with the first screen that shows them. */
export const casesSlice = defineSlice('cases', (): Cases => ({ cases: {}, notes: {}, arrived: [] }), {
  on: {
    'moderation:report': (_own, { case: found }, { read, write }) => {
      if (found.post?.author.id === read(sessionSlice).user?.id) return
      noteArrival(write, found)
      applyCase(write, found)
    },
  },
})

/** Remembers a case that was not known, whether an event or a list read again after missed events brings it. */
export function noteArrival(write: Write, { id }: Case): void {
  const own = write(casesSlice)
  if (own.cases[id] === undefined) own.arrived.push(id)
}

/** Merges a case, unless a newer copy is known. Events leave the text of a message out, which stays if it is known. */
export function applyCase(write: Write, found: Case): void {
  const { cases } = write(casesSlice)
  const known = cases[found.id]
  if (known && known.version > found.version) return
  const text = known?.message && found.message?.content === null ? known.message : null
  // Lists and events have the words at the beginning of a text only.
  const words = (known?.words?.length ?? 0) > (found.words?.length ?? 0) ? known?.words : found.words
  cases[found.id] = {
    ...found,
    ...(words ? { words } : {}),
    ...(text && found.message
      ? {
          message: {
            ...found.message,
            subject: text.subject,
            content: text.content,
            attachments: text.attachments,
          },
        }
      : {}),
  }
}
