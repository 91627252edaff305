import { ForumError } from '@forum/shared/errors'

/** Returns that nothing was written: after other errors the outcome is unknown. */
export const isRefusal = (error: unknown): error is ForumError =>
  error instanceof ForumError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'
