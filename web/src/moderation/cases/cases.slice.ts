import { type Case, type UserSummary } from '@forum/shared/contract'
import { defineSlice, sessionSlice, type Write } from '../../store'

/** A moderator's note about a case, or an act on it. */
export interface CaseNote {
  by: UserSummary
  at: string
  text: string
}

export interface Cases {
  /** The cases that were loaded or came with an event. */
  cases: Record<number, Case>
  /** The notes of opened cases. */
  notes: Record<number, CaseNote[]>
  /** Ids of cases that arrived while the page was open; those that are not in the list yet are its news. */
  arrived: number[]
}

/** The cases that the reader may handle. Added to the store with the first screen that shows them. */
export const casesSlice = defineSlice('cases', (): Cases => ({ cases: {}, notes: {}, arrived: [] }), {
  on: {
    'moderation:report': (_state, { case: found }, { read, write }) => {
      if (found.post?.author.id === read(sessionSlice).user?.id) return
      noteArrival(write, found)
      applyCase(write, found)
    },
  },
})

/**
 * Adds a case that the page does not have yet to the arrivals, whether it comes with an event or with a list loaded
 * again after missed events.
 */
export function noteArrival(write: Write, { id }: Case): void {
  const state = write(casesSlice)
  if (state.cases[id] === undefined) state.arrived.push(id)
}

/** Merges a case, unless the page has a newer copy. Events omit the text of a message, so a loaded one is kept. */
export function applyCase(write: Write, found: Case): void {
  const { cases } = write(casesSlice)
  const stored = cases[found.id]
  if (stored && stored.version > found.version) return
  const text = stored?.message && found.message?.content === null ? stored.message : null
  // Lists and events only have the words at the beginning of a text.
  const words = (stored?.words?.length ?? 0) > (found.words?.length ?? 0) ? stored?.words : found.words
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
