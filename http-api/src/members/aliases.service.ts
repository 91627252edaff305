import { randomInt } from 'node:crypto'
import { ForumError } from '@forum/shared/errors'
import { insertDurable, violatedKey } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { ALIAS_NAMES, ALIASES_MAX, aliasOf } from './aliases'
import type { AliasDoc } from './aliases.model'

/** After so many names that others of the thread have, a number is added to the name. */
const NAMES_TRIED = 8
const TRIES = 100

/** Gives members the names under which they write in a thread without their own. */
export class Aliases {
  constructor(private readonly db: { aliases: Collection<AliasDoc> }) {}

  /** Returns the alias under which a member has written in a thread; null for none. */
  async existing(threadId: number, userId: number): Promise<number | null> {
    return (await this.db.aliases.findOne({ userId, threadId }))?._id ?? null
  }

  /** Returns the alias of a member in a thread: always the same one there, which nobody else has. */
  async of(threadId: number, userId: number): Promise<number> {
    for (let tried = 0; tried < TRIES; tried++) {
      const alias = await this.existing(threadId, userId)
      if (alias !== null) return alias
      const _id = aliasOf(threadId, randomInt(tried < NAMES_TRIED ? ALIAS_NAMES : ALIASES_MAX))
      try {
        await insertDurable(this.db.aliases, { _id, threadId, userId })
        return _id
      } catch (error) {
        if (!violatedKey(error)) throw error
      }
    }
    throw new ForumError('UNAVAILABLE', { retryAfterSeconds: 1 })
  }
}
