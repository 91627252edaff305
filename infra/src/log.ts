import { pino, type DestinationStream, type Logger } from 'pino'

/** Patterns of private data in the messages of drivers and mail servers, and what is logged in their place. */
const PRIVATE: readonly [RegExp, string][] = [
  [/dup key: .*/g, 'dup key'],
  [/[^\s<>"'`,;:()[\]{}]+@[^\s<>"'`,;:()[\]{}]+/g, '[address]'],
  [/\$argon2\S+/g, '[hash]'],
  [/Bearer \S+/gi, 'Bearer [token]'],
]

const withoutPrivate = (text: string): string =>
  PRIVATE.reduce((shown, [pattern, replacement]) => shown.replace(pattern, replacement), text)

interface LoggedError {
  type: string
  message: string
  code?: string | number
  stack?: string
  cause?: LoggedError
  errors?: LoggedError[]
}

/** Depth to which causes are logged; an error may be its own cause. */
const CAUSES_MAX = 5

/**
 * Describes an error in the log: what it is and where it came from. Its other properties are left out, because drivers
 * attach the document, command or mail that they failed with.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPrivate(String(error)) }
  const { name, message, stack, cause } = error
  const code: unknown = 'code' in error ? error.code : undefined
  const inner: unknown[] = error instanceof AggregateError ? error.errors : []
  return {
    type: name,
    message: withoutPrivate(message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack: withoutPrivate(stack) }),
    ...(cause === undefined || depth === CAUSES_MAX ? {} : { cause: describeError(cause, depth + 1) }),
    ...(inner.length === 0 || depth === CAUSES_MAX
      ? {}
      : { errors: inner.map((one) => describeError(one, depth + 1)) }),
  }
}

/** Creates the log of a process. */
export const createLog = (
  { level, role }: { level: string; role: string },
  output: DestinationStream,
): Logger =>
  pino({ level, base: { role }, serializers: { err: (error: unknown) => describeError(error) } }, output)
