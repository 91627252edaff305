import { ATTACHMENT_MAX_BYTES } from './limits'

/** The kinds of files that members may attach. */
export const FILE_KINDS = ['picture', 'pdf', 'zip', 'text'] as const
export type FileKind = (typeof FILE_KINDS)[number]

const MEGABYTE = 1024 * 1024
/** The most that a site may allow, in MB. */
export const UPLOAD_MEGABYTES_MAX = ATTACHMENT_MAX_BYTES / MEGABYTE

/** The files that members may attach to their posts. */
export interface UploadRules {
  megabytes: number
  kinds: readonly FileKind[]
}

/** The rules until an admin decides. */
export const DEFAULT_UPLOADS: UploadRules = { megabytes: UPLOAD_MEGABYTES_MAX, kinds: FILE_KINDS }

/** Returns why a file is refused; null if it is allowed. */
export function uploadProblem(
  { megabytes, kinds }: UploadRules,
  file: { type: string; bytes: number },
): 'size' | 'kind' | null {
  if (file.bytes > megabytes * MEGABYTE) return 'size'
  return kinds.includes(kindOf(file.type)) ? null : 'kind'
}

function kindOf(type: string): FileKind {
  if (type.startsWith('image/')) return 'picture'
  if (type.startsWith('text/')) return 'text'
  return type === 'application/pdf' ? 'pdf' : 'zip'
}
