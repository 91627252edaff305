import { SHIELD_PARTS, type ShieldPart } from '@forum/shared/contract'
import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'

const spentFields = {
  /** The signature of the challenge. */
  _id: field.string,
  /** When the challenge itself ends. */
  expiresAt: field.date,
}

/** A challenge whose solution has registered somebody. */
export type SpentChallengeDoc = DocumentOf<typeof spentFields>

export const spentChallengeCollection = defineCollection('spentChallenges', spentFields, [
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
])

const counts = Object.fromEntries(SHIELD_PARTS.map((part) => [part, field.optional(field.number)])) as Record<
  ShieldPart,
  ReturnType<typeof field.optional<number>>
>

const refusalFields = {
  /** The day, in UTC. */
  _id: field.string,
  day: field.date,
  ...counts,
}

/** The number of registrations that a part of the shield has refused on a day. */
export type ShieldRefusalsDoc = DocumentOf<typeof refusalFields>

export const shieldRefusalsCollection = defineCollection('shieldRefusals', refusalFields, [
  { key: { day: 1 } },
])
