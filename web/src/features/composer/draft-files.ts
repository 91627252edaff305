import { type Attachment } from '@forum/shared/contract'
import { systemClock } from '@forum/shared/clock'
import { ORPHAN_HOURS } from '@forum/shared/limits'
import { drafts } from '../drafts'

/** A file that was uploaded for a draft. */
export interface DraftFile {
  attachment: Attachment
  /** When it was uploaded, in milliseconds: the server deletes files that no post claims in time. */
  at: number
}

interface WithFiles {
  files: readonly DraftFile[]
}

const HOUR_MS = 60 * 60 * 1_000
/** One hour less than the server's limit, so that no file is deleted while a post that uses it is being sent. */
const KEPT_MS = (ORPHAN_HOURS - 1) * HOUR_MS

/** The files of a draft that the server still has. */
export function attachedTo(draft: WithFiles): Attachment[] {
  const since = systemClock.now().getTime() - KEPT_MS
  return draft.files.filter(({ at }) => at > since).map(({ attachment }) => attachment)
}

/** Adds an uploaded file to the current state of a draft. */
export function attachTo<T extends WithFiles>(place: string, empty: T, attachment: Attachment): void {
  const { files } = drafts.read(place, empty).value
  const file = { attachment, at: systemClock.now().getTime() }
  drafts.set(place, empty, { files: [...files, file] } as unknown as Partial<T>)
}

/** Removes a file from a draft; the server deletes it after a while. */
export function detachFrom<T extends WithFiles>(place: string, empty: T, id: number): void {
  const { files } = drafts.read(place, empty).value
  drafts.set(place, empty, {
    files: files.filter(({ attachment }) => attachment.id !== id),
  } as unknown as Partial<T>)
}
