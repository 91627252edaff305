import type {
  ApprovalRules,
  NewcomerBounds,
  SettableLimit,
  ShieldSettings,
  SiteInfo,
} from '@forum/shared/contract'
import type { UploadRules } from '@forum/shared/uploads'
import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

export type LimitOverrides = Partial<Record<SettableLimit, { points: number; seconds: number }>>

/** What admins have set of the identity of the site; a part that is missing has its default. */
export interface StoredIdentity {
  seal?: string
  /** The name of the file. */
  logo?: string
  accent?: string
  description?: string
  welcome?: string
  contact?: string
  feedbackBoardId?: number
  footer?: SiteInfo['footer']
}

const fields = {
  _id: field.string,
  /** Null for the configured name. */
  siteName: field.nullable(field.string),
  identity: field.optional(field.mixed<StoredIdentity>()),
  registration: field.oneOf('open', 'invited', 'closed'),
  /** Whether moderators and admins need a second factor. */
  staffSecondFactor: field.optional(field.boolean),
  /** Whether members need a verified address to write. */
  requireVerifiedEmail: field.optional(field.boolean),
  /** Since when only reading goes on; null or missing otherwise. */
  readOnlySince: field.optional(field.nullable(field.date)),
  /** What differs from the defaults of the rules for newcomers. */
  approval: field.optional(field.mixed<Partial<ApprovalRules>>()),
  newcomers: field.optional(field.mixed<Partial<NewcomerBounds>>()),
  /** What admins have set of the shield against programs that register. */
  shield: field.optional(field.mixed<Partial<ShieldSettings>>()),
  /** What members may attach, if an admin has decided. */
  uploads: field.optional(field.nullable(field.mixed<UploadRules>())),
  /** What the content security policy allows beyond the site's own address. */
  externalSources: field.optional(field.listOf(field.string)),
  /** The limits that differ from their defaults. */
  limits: field.mixed<LimitOverrides>(),
  /** Increases with every change, so that processes notice it. */
  revision: field.number,
  ...unfinishedWork<ActWork>(),
}

/** The settings of the site: a single document, which exists once an admin has changed one. */
export type SettingsDoc = DocumentOf<typeof fields>
export type StoredSettings = Omit<SettingsDoc, '_id'>

/** The settings until an admin changes one. */
export const UNCHANGED: StoredSettings = {
  siteName: null,
  registration: 'open',
  staffSecondFactor: false,
  limits: {},
  revision: 0,
}

export const settingsCollection = defineCollection('siteSettings', fields, [UNFINISHED_INDEX])
