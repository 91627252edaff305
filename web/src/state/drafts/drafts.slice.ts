import { type ApiError, defineSlice, useForum } from '../../store'

/** A draft that is being sent, or whose last attempt failed. */
export interface Submission {
  status: 'sending' | 'failed'
  error: ApiError | null
  /** What the sender needs to know about the attempt, such as the text that was sent. */
  about: unknown
}

/** By the key of the draft; null after success. */
export const submissionsSlice = defineSlice('submissions', (): Record<string, Submission | null> => ({}))

/** Returns the submission of the draft that is stored under this key; null if there is none. */
export const useSubmission = (place: string): Submission | null =>
  useForum((read) => read(submissionsSlice)[place] ?? null)
