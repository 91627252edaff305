import type { Clock } from '@forum/shared/clock'
import {
  SETTABLE_LIMITS,
  type GivenSettings,
  type Registration,
  type ShieldSettings,
  type SiteSettings,
} from '@forum/shared/contract'
import { RATE_LIMITS } from '@forum/shared/limits'
import { ForumError } from '@forum/shared/errors'
import { REFUSALS } from '@forum/shared/bilingual'
import { mayAdminister } from '@forum/shared/policies'
import { DEFAULT_UPLOADS, type UploadRules } from '@forum/shared/uploads'
import type { MemberDoc } from '../members'
import { changedFields, SYSTEM, type RevisedDocument } from '../record'
import { authorize } from '../platform/http/authorize'
import type { Collection } from '../platform/mongo/model'
import type { RateLimits } from '../platform/http/rate-limits'
import type { Viewer } from '../platform/http/viewer'
import { namedRules, rulesAfter, rulesOf, type NewcomerRules } from './newcomer-rules'
import type { LimitOverrides, SettingsDoc, StoredSettings } from './settings.model'

/**
 * Interval at which a process compares its settings: with the age of its copy, a change by another process is in force
 * within a second.
 */
export const SETTINGS_INTERVAL_MS = { amongSeveral: 250, alone: 5_000 }

/** The shield until an admin changes it. */
const DEFAULT_SHIELD: ShieldSettings = {
  challenge: true,
  honeypot: true,
  question: null,
  blockedDomains: [],
  throwaway: false,
}

/** The settings that admins change while the site runs: its name, its rate limits, the way to register, and more. */
export class Settings {
  private name: string
  private isSecondFactorDuty = false
  private isVerifiedEmailDuty = false
  private readOnlyFrom: Date | null = null
  private rules = rulesOf({})
  private allowedUploads = DEFAULT_UPLOADS
  private sources: readonly string[] = []

  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      document: RevisedDocument<SettingsDoc, StoredSettings>
      /** The name until an admin sets another. */
      configuredName: string
      limits: RateLimits
      /** True if a server for outgoing mail is configured. */
      sendsMail: boolean
      /** Refuses an act unless the password was typed recently in the session. */
      requireFreshPassword: (viewer: Viewer) => Promise<void>
      /** Called when the rights of staff may have changed. */
      onDutyChanged: (userIds: readonly number[]) => Promise<void>
      /** Called with the time since when the site is read-only, or null. */
      onReadOnlyChanged: (since: Date | null) => Promise<void>
      /** Called when the site has another name. */
      onSiteChanged: () => Promise<void>
      clock: Clock
    },
  ) {
    this.name = deps.configuredName
    this.sendsMail = deps.sendsMail
  }

  /** True if a server for outgoing mail is configured. */
  readonly sendsMail: boolean

  /** The name of the site, as this process last read it. */
  readonly siteName = (): string => this.name

  /** Returns true if moderators and admins need a second factor, as this process last read it. */
  readonly requiresSecondFactor = (): boolean => this.isSecondFactorDuty

  /** Returns true if members need a verified address to write, as this process last read it. */
  readonly requiresVerifiedEmail = (): boolean => this.isVerifiedEmailDuty

  /** Since when only reading goes on, as this process last read it; null otherwise. */
  readonly readOnlySince = (): Date | null => this.readOnlyFrom

  /** Returns true while the site only serves reads, as this process last read it. */
  readonly isReadOnly = (): boolean => this.readOnlyFrom !== null

  /** Returns the bounds of newcomers and the rules for approval, as this process last read them. */
  readonly newcomerRules = (): NewcomerRules => this.rules

  /** Returns the rules for uploads, as this process last read them. */
  readonly uploads = (): UploadRules => this.allowedUploads

  /**
   * Returns the addresses that the content security policy allows beyond the site's own, as this process last read
   * them.
   */
  readonly externalSources = (): readonly string[] => this.sources

  /** Returns if the site takes new members, and how. */
  async registration(): Promise<Registration> {
    return (await this.deps.document.current()).registration
  }

  /** Returns the settings of the shield. */
  async shield(): Promise<ShieldSettings> {
    return { ...DEFAULT_SHIELD, ...(await this.deps.document.current()).shield }
  }

  /**
   * Returns the settings in force.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async get({ actor }: Viewer): Promise<SiteSettings> {
    authorize(mayAdminister(actor))
    return this.present(await this.deps.document.read())
  }

  /**
   * Changes the settings that are given; null returns one to its default.
   *
   * @throws ForumError `FORBIDDEN`, `PASSWORD_REQUIRED`, `CONFLICT` for an admin who requires a second factor without
   * having one, `UNAVAILABLE` for one who requires verified addresses where no mail can be sent
   */
  async set(viewer: Viewer, given: GivenSettings): Promise<SiteSettings> {
    authorize(mayAdminister(viewer.actor))
    await this.deps.requireFreshPassword(viewer)
    return (await this.change(viewer.actor.id, given)).settings
  }

  /**
   * Begins or ends the time in which only reading goes on, for the operator; returns whether that was a change. The log
   * has it as an act of the system.
   */
  async setReadOnly(isReadOnly: boolean): Promise<boolean> {
    return (await this.change(SYSTEM, { readOnly: isReadOnly })).isChanged
  }

  private async change(
    actorId: number,
    given: GivenSettings,
  ): Promise<{ settings: SiteSettings; isChanged: boolean }> {
    const { document, onSiteChanged, onReadOnlyChanged } = this.deps
    if (given.requireVerifiedEmail === true && !this.sendsMail)
      throw new ForumError('UNAVAILABLE', { detail: REFUSALS.noMailForAddresses })
    // Only what is given changes, so that is applied to what another admin has just written.
    const { result, isChanged } = await document.change(async (before) => {
      const { siteName = before.siteName, registration = before.registration } = given
      const { staffSecondFactor = before.staffSecondFactor ?? false } = given
      const { requireVerifiedEmail = before.requireVerifiedEmail ?? false } = given
      const limits = limitsAfter(before.limits, given.limits ?? {})
      const readOnlySince = this.readOnlyAfter(before, given.readOnly)
      const { uploads = before.uploads ?? null } = given
      const externalSources = given.externalSources ?? before.externalSources ?? []
      const shield = { ...before.shield, ...defined(given.shield ?? {}) }
      const after = {
        siteName,
        registration,
        staffSecondFactor,
        requireVerifiedEmail,
        readOnlySince,
        shield,
        uploads,
        externalSources,
        ...rulesAfter(before, given),
        limits,
      } satisfies Record<keyof Omit<StoredSettings, 'revision' | 'identity' | 'unfinished'>, unknown>
      const [was, is] = [this.present(before), this.present(after)]
      if (is.staffSecondFactor && !was.staffSecondFactor) await this.requireOwnSecondFactor(actorId)
      const changes = changedFields(loggedOf(was), loggedOf(is))
      const act = { actorId, action: 'set_settings', target: 'settings', changes } as const
      const result = { was, is, readOnlySince }
      return changes.length === 0 ? { result } : { result, change: { act, set: after } }
    })
    const { was, is, readOnlySince } = result
    if (was.siteName !== is.siteName) await onSiteChanged()
    if (was.readOnly !== is.readOnly) await onReadOnlyChanged(readOnlySince)
    if (was.staffSecondFactor !== is.staffSecondFactor) await this.applyDuty()
    return { settings: is, isChanged }
  }

  private readOnlyAfter(
    { readOnlySince = null }: StoredSettings,
    isReadOnly: boolean | undefined,
  ): Date | null {
    if (isReadOnly === undefined) return readOnlySince
    return isReadOnly ? (readOnlySince ?? this.deps.clock.now()) : null
  }

  /** An admin who requires of others what they lack would lock themselves out of this very setting. */
  private async requireOwnSecondFactor(_id: number): Promise<void> {
    const hasOne = [{ secondFactor: { $exists: true } }, { 'passkeys.0': { $exists: true } }]
    const found = await this.deps.db.members.findOne({ _id, $or: hasOne } as object)
    if (!found) throw new ForumError('CONFLICT', { detail: REFUSALS.enrolFirst })
  }

  private async applyDuty(): Promise<void> {
    const { db, onDutyChanged } = this.deps
    const staff = await db.members
      .find<Pick<MemberDoc, '_id'>>(
        { role: { $in: ['moderator', 'admin'] }, secondFactor: { $exists: false } },
        { projection: { _id: 1 } },
      )
      .toArray()
    await onDutyChanged(staff.map(({ _id }) => _id))
  }

  /** Reads the settings again if another process has changed them. */
  async refresh(): Promise<void> {
    await this.deps.document.current()
  }

  /** Takes over what is stored. */
  apply(stored: StoredSettings): void {
    const { siteName, staffSecondFactor = false, requireVerifiedEmail = false } = stored
    const { readOnlySince = null, uploads, externalSources = [], limits } = stored
    this.name = siteName ?? this.deps.configuredName
    this.isSecondFactorDuty = staffSecondFactor
    this.isVerifiedEmailDuty = requireVerifiedEmail
    this.readOnlyFrom = readOnlySince
    this.allowedUploads = uploads ?? DEFAULT_UPLOADS
    this.sources = externalSources
    this.rules = rulesOf(stored)
    const { messagesPerDay } = this.rules.newcomers
    const { seconds } = RATE_LIMITS.newcomer
    this.deps.limits.change('newcomer', { points: messagesPerDay, seconds })
    for (const name of SETTABLE_LIMITS) this.deps.limits.change(name, limits[name] ?? RATE_LIMITS[name])
  }

  private present(stored: Omit<StoredSettings, 'revision' | 'identity'>): SiteSettings {
    const { siteName, registration, staffSecondFactor = false, requireVerifiedEmail = false } = stored
    const { readOnlySince = null, shield = {}, uploads, externalSources = [], limits } = stored
    const inForce = SETTABLE_LIMITS.map((name) => {
      const { points, seconds } = limits[name] ?? RATE_LIMITS[name]
      return [name, { points, seconds }] as const
    })
    return {
      siteName: siteName ?? this.deps.configuredName,
      registration,
      staffSecondFactor,
      requireVerifiedEmail,
      sendsMail: this.sendsMail,
      readOnly: readOnlySince !== null,
      ...rulesOf(stored),
      shield: { ...DEFAULT_SHIELD, ...shield },
      uploads: presentUploads(uploads ?? DEFAULT_UPLOADS),
      externalSources: [...externalSources],
      limits: Object.fromEntries(inForce) as SiteSettings['limits'],
    }
  }
}

const presentUploads = ({ megabytes, kinds }: UploadRules) => ({ megabytes, kinds: [...kinds] })

function limitsAfter(before: LimitOverrides, given: NonNullable<GivenSettings['limits']>): LimitOverrides {
  const after: LimitOverrides = {}
  for (const name of SETTABLE_LIMITS) {
    const limit = given[name] === undefined ? before[name] : given[name]
    if (limit) after[name] = limit
  }
  return after
}

/** Returns the settings as the log shows them; a change is noticed by comparing these. */
const loggedOf = (settings: SiteSettings) => ({
  ...loggedOne(settings),
  ...Object.fromEntries(namedRules(settings)),
  ...loggedShield(settings.shield),
  ...Object.fromEntries(
    SETTABLE_LIMITS.map((name) => [
      `limits.${name}`,
      `${settings.limits[name].points} / ${settings.limits[name].seconds} s`,
    ]),
  ),
})

/** The settings that have a line each; the others are groups of lines. */
type LoggedOne = Exclude<keyof SiteSettings, 'approval' | 'newcomers' | 'shield' | 'limits' | 'sendsMail'>

const loggedOne = (settings: SiteSettings): Record<LoggedOne, string> => ({
  siteName: settings.siteName,
  registration: settings.registration,
  staffSecondFactor: String(settings.staffSecondFactor),
  requireVerifiedEmail: String(settings.requireVerifiedEmail),
  readOnly: String(settings.readOnly),
  uploads: `${settings.uploads.megabytes} MB: ${settings.uploads.kinds.join(' ')}`,
  externalSources: settings.externalSources.join(' '),
})

/** Returns the fields that are given. */
const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

/** The part of a setting that the log quotes. */
const LOGGED_LENGTH = 2_000

const loggedShield = ({
  challenge,
  honeypot,
  question,
  blockedDomains,
  throwaway,
}: ShieldSettings): Record<`shield.${keyof ShieldSettings}`, string> => ({
  'shield.challenge': String(challenge),
  'shield.honeypot': String(honeypot),
  'shield.question': question
    ? `${question.text} (${question.answers.join(' / ')})`.slice(0, LOGGED_LENGTH)
    : '',
  'shield.blockedDomains': blockedDomains.join(' ').slice(0, LOGGED_LENGTH),
  'shield.throwaway': String(throwaway),
})
