import type { Connection } from 'mongoose'
import { sessionModel } from './auth/sessions.model'
import { boardModel } from './boards'
import { memberModel } from './members'
import { platformCollections } from './platform/database'
import { readStateModel } from './read-states'
import { threadLogCollections } from './thread-log'

/** Every collection of the forum on one connection: several forums can live in one process (tests). */
export const collections = (connection: Connection) => ({
  ...platformCollections(connection),
  ...threadLogCollections(connection),
  boards: boardModel(connection),
  members: memberModel(connection),
  readStates: readStateModel(connection),
  sessions: sessionModel(connection),
})
export type Collections = ReturnType<typeof collections>
