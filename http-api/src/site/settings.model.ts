import type { SettableLimit } from '@forum/shared/contract'
import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

export type LimitOverrides = Partial<Record<SettableLimit, { points: number; seconds: number }>>

const fields = {
  _id: field.string,
  /** Null for the configured name. */
  siteName: field.nullable(field.string),
  registration: field.oneOf('open', 'invited', 'closed'),
  /** Whether moderators and admins need a second factor. */
  staffSecondFactor: field.optional(field.boolean),
  /** Since when only reading goes on; null or missing otherwise. */
  readOnlySince: field.optional(field.nullable(field.date)),
  /** The limits that differ from their defaults. */
  limits: field.mixed<LimitOverrides>(),
  /** Increases with every change, so that processes notice it. */
  revision: field.number,
  ...unfinishedWork<ActWork>(),
}

/** The settings of the site: a single document, which exists once an admin has changed one. */
export type SettingsDoc = DocumentOf<typeof fields>

export const settingsCollection = defineCollection('siteSettings', fields, [UNFINISHED_INDEX])
