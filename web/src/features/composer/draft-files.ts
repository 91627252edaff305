import { type Attachment } from '@forum/shared/contract'
import { HOUR_MS, systemClock } from '@forum/shared/clock'
import { ORPHAN_HOURS } from '@forum/shared/limits'
import { drafts } from '../drafts'
import { type ComposerFiles } from './Composer'

/** A file that was uploaded for a draft. */
export interface DraftFile {
  attachment: Attachment
  /** When it was uploaded, in milliseconds: the server deletes files that no post claims in time. */
  at: number
}

interface WithFiles {
  content: string
  files: readonly DraftFile[]
}

/** A file that its post has already, which the server keeps. */
export const keptFile = (attachment: Attachment): DraftFile => ({ attachment, at: Number.MAX_SAFE_INTEGER })

/** One hour less than the server's limit, so that no file is deleted while a post that uses it is being sent. */
const KEPT_MS = (ORPHAN_HOURS - 1) * HOUR_MS

/** The files of a draft that the server still has. */
export function attachedTo(draft: WithFiles): Attachment[] {
  const since = systemClock.now().getTime() - KEPT_MS
  return draft.files.filter(({ at }) => at > since).map(({ attachment }) => attachment)
}

/**
 * Wires the files of a draft to its composer. The changes go to the draft itself, since uploads go on after the form is
 * unmounted.
 */
export function filesOf<T extends WithFiles>(
  { place, value }: { place: string; value: T },
  empty: T,
): ComposerFiles {
  const change = (to: (draft: T) => Partial<WithFiles>) => {
    drafts.set(place, empty, to(drafts.read(place, empty).value) as Partial<T>)
  }
  return {
    place,
    attached: attachedTo(value),
    onAttach: (attachment) => {
      const at = systemClock.now().getTime()
      change(({ files }) => ({ files: [...files, { attachment, at }] }))
    },
    // The server deletes it after a while.
    onDetach: (id) => {
      change(({ files }) => ({ files: files.filter(({ attachment }) => attachment.id !== id) }))
    },
    write: (edit) => {
      change(({ content }) => ({ content: edit(content) }))
    },
  }
}
