import { type ApiError } from '../lib/api'

type Cause = 'network' | 'retryLater' | 'unauthorized' | 'forbidden' | 'notFound' | 'server' | 'other'

/** Returns the key of the text that says why the boards could not be loaded. */
export function causeOf({ status, code }: Pick<ApiError, 'status' | 'code'>): Cause {
  if (code === 'NETWORK') return 'network'
  if (code === 'TIMEOUT') return 'retryLater'
  switch (status) {
    case 401:
      return 'unauthorized'
    case 403:
      return 'forbidden'
    case 404:
      return 'notFound'
    case 500:
      return 'server'
    default:
      return 'other'
  }
}
