import { type Attachment } from '@forum/shared/contract'
import { HOUR_MS, systemClock } from '@forum/shared/clock'
import { ORPHAN_HOURS } from '@forum/shared/limits'
import { drafts } from '../../state/drafts'
import { nameFor, type NamedFile } from './pictures'
import { type ComposerFiles } from './use-files'

/** A file that was uploaded for a draft. */
export interface DraftFile {
  attachment: Attachment
  /**
   * The name by which the editor shows it. Files of the post and of earlier releases have none and use the file's name.
   */
  name?: string
  /** Time when it was chosen, in milliseconds: the server deletes files that no post claims in time. */
  at: number
}

interface WithFiles {
  content: string
  files: readonly DraftFile[]
}

/** Time of a file that its post already has, which the server keeps. */
const KEPT = Number.MAX_SAFE_INTEGER

export const keptFile = (attachment: Attachment): DraftFile => ({ attachment, at: KEPT })

/**
 * Time for which a draft keeps its files: one hour less than the server, so that no file is deleted while a post that
 * uses it is being sent.
 */
const KEPT_MS = (ORPHAN_HOURS - 1) * HOUR_MS

/** The files of a draft that the server still has. */
export const attachedTo = (draft: Pick<WithFiles, 'files'>): Attachment[] =>
  namedFiles(draft).map(({ attachment }) => attachment)

function namedFiles({ files }: Pick<WithFiles, 'files'>): NamedFile[] {
  const since = systemClock.now().getTime() - KEPT_MS
  const taken = files.flatMap(({ name }) => name ?? [])
  return files
    .filter(({ at }) => at > since)
    .map(({ attachment, name: given }) => {
      const name = given ?? nameFor(attachment.originalName, taken)
      taken.push(name)
      return { attachment, name }
    })
}

/** Adds a file in the order in which it was chosen. */
function withFile(files: readonly DraftFile[], added: DraftFile): DraftFile[] {
  const next = files.findIndex(({ at }) => at !== KEPT && at > added.at)
  return next < 0 ? [...files, added] : [...files.slice(0, next), added, ...files.slice(next)]
}

/**
 * Connects the files of a draft to its composer. Changes go to the draft itself, since uploads continue after the form
 * is unmounted.
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
    attached: namedFiles(value),
    onAttach: (file) => {
      change(({ files }) => ({ files: withFile(files, file) }))
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
