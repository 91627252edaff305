import type { TokenScope } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import type { ActingReader, Actor } from '@forum/shared/policies'

/** The signed-in member behind a call. */
export interface Viewer {
  sessionId: number
  expiresAt: Date
  actor: Actor
  /** The scopes of a personal token; missing for a session, which may do everything. */
  scopes?: readonly TokenScope[]
}

/**
 * Whoever reads. Queries take one in place of a viewer, since a stranger does not see every board either: a query that
 * forgets to ask what its reader sees does not compile.
 */
export interface Reader {
  /** Null for a stranger. */
  viewer: Viewer | null
  /** The reader as policies see one. */
  as: ActingReader
}

/** The reader of a response and the language. */
export interface ReadContext {
  reader: Reader
  language: Language
}

export const readerOf = (viewer: Viewer): Reader => ({ viewer, as: viewer.actor })
