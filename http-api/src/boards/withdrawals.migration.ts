import type { Connection } from 'mongoose'
import type { Migration } from '../platform/mongo/migrations'

/** Boards counted only threads that moved, in a field of another name. */
export const withdrawalsMigration = (connection: Connection): Migration => ({
  id: 81,
  name: 'count deleted threads with those that move',
  async run() {
    const boards = connection.getClient().db(connection.name).collection('boards')
    await boards.updateMany({ arrivals: { $exists: true } }, { $rename: { arrivals: 'withdrawals' } })
  },
})
