import { ApiError } from './api'

/** The outcome of a call, for callers that show the error rather than pass it on. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: ApiError }

/** Turns a refusal or a failed connection into a value; any other error is a bug and is thrown. */
export async function resultOf<T>(work: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return { ok: false, error: asApiError(error) }
  }
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}
