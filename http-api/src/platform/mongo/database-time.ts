import type { Clock } from '@forum/shared/clock'
import type { Connection } from 'mongoose'

/** Returns the current time of the database, which does not depend on the clocks of the processes. */
export type DatabaseTime = () => Promise<Date>

/** @param clock only shifts the time in tests */
export const databaseTimeOf =
  (connection: Connection, clock: Clock): DatabaseTime =>
  async () => {
    const [row] = await connection
      .getClient()
      .db(connection.name)
      .aggregate<{ now: Date }>([{ $documents: [{}] }, { $project: { now: '$$NOW' } }])
      .toArray()
    if (!row) throw new Error('the database does not know its time')
    return new Date(row.now.getTime() + (clock.offsetMs ?? 0))
  }

/** The time around now in which work may still be under way. */
export interface Recent {
  after: Date
  before: Date
}

/**
 * Returns the time within `ms` of now. Work is stamped by the clock of its process: what lies further in the future was
 * left behind by a process whose clock was wrong, or is still being done by one, which a repeat does not disturb.
 */
export const recentAt = (now: Date, ms: number): Recent => ({
  after: new Date(now.getTime() - ms),
  before: new Date(now.getTime() + ms),
})

/** Returns the condition that the time in a field is not recent. */
export const notRecent = (field: string, { after, before }: Recent) => ({
  $or: [{ [field]: { $lte: after } }, { [field]: { $gte: before } }],
})
