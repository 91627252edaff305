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

/** The parts of the site's identity that admins have set; a missing part has its default. */
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
  /** True if moderators and admins need a second factor. */
  staffSecondFactor: field.optional(field.boolean),
  /** True if members need a verified address to write. */
  requireVerifiedEmail: field.optional(field.boolean),
  /** Since when only reading goes on; null or missing otherwise. */
  readOnlySince: field.optional(field.nullable(field.date)),
  /** Rules for newcomers that differ from their defaults. */
  approval: field.optional(field.mixed<Partial<ApprovalRules>>()),
  newcomers: field.optional(field.mixed<Partial<NewcomerBounds>>()),
  /** Settings of the shield against programs that register, if an admin has set them. */
  shield: field.optional(field.mixed<Partial<ShieldSettings>>()),
  /** The rules for uploads, if an admin has set them. */
  uploads: field.optional(field.nullable(field.mixed<UploadRules>())),
  /** The addresses that the content security policy allows beyond the site's own. */
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
