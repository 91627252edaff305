import { type ApiError, defineSlice, type Read, useForum, type Write } from '../../store'

/** A draft that is being sent, or whose last attempt failed. */
export interface Submission {
  status: 'sending' | 'failed'
  error: ApiError | null
  /** Data about the attempt for the sender, such as the text that was sent. */
  about: unknown
}

/** By the key of the draft; null after success. */
export const submissionsSlice = defineSlice('submissions', (): Record<string, Submission | null> => ({}))

/** Returns the submission of the draft that is stored under this key; null if there is none. */
export const useSubmission = (place: string): Submission | null =>
  useForum((read) => read(submissionsSlice)[place] ?? null)

/** Returns whether the draft that is stored under this key is being sent. */
export const isBeingSent = (read: Read, place: string): boolean =>
  read(submissionsSlice)[place]?.status === 'sending'

/** The server has accepted a draft whose response was lost. */
export function submissionAccepted(write: Write, place: string): void {
  write(submissionsSlice)[place] = null
}
