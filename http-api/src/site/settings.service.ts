import type { Clock } from '@forum/shared/clock'
import {
  SETTABLE_LIMITS,
  type GivenSettings,
  type Registration,
  type SiteSettings,
} from '@forum/shared/contract'
import { RATE_LIMITS } from '@forum/shared/limits'
import { ForumError } from '@forum/shared/errors'
import { REFUSALS } from '@forum/shared/bilingual'
import { mayAdminister } from '@forum/shared/policies'
import type { MemberDoc } from '../members'
import { SYSTEM, type ModerationLog } from '../record'
import { authorize } from '../platform/http/authorize'
import type { Collection } from '../platform/mongo/model'
import type { RateLimits } from '../platform/http/rate-limits'
import { CURRENT, type RevisedDocument } from '../platform/mongo/revised-document'
import type { Viewer } from '../platform/http/viewer'
import { namedRules, rulesAfter, rulesOf, type NewcomerRules } from './newcomer-rules'
import type { LimitOverrides, SettingsDoc, StoredSettings } from './settings.model'

/** How often a process compares its settings; with the age of its copy, a change is in force within a second. */
export const SETTINGS_INTERVAL_MS = 250

/** What admins set while the site runs: its name, its rate limits, and whether it takes new members. */
export class Settings {
  private name: string
  private isSecondFactorDuty = false
  private readOnlyFrom: Date | null = null
  private rules = rulesOf({})

  constructor(
    private readonly deps: {
      db: { siteSettings: Collection<SettingsDoc>; members: Collection<MemberDoc> }
      document: RevisedDocument<SettingsDoc, StoredSettings>
      /** The name until an admin sets another. */
      configuredName: string
      limits: RateLimits
      log: ModerationLog
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
  }

  /** The name of the site, as this process last read it. */
  readonly siteName = (): string => this.name

  /** Whether moderators and admins need a second factor, as this process last read it. */
  readonly requiresSecondFactor = (): boolean => this.isSecondFactorDuty

  /** Since when only reading goes on, as this process last read it; null otherwise. */
  readonly readOnlySince = (): Date | null => this.readOnlyFrom

  /** Whether only reading goes on, as this process last read it. */
  readonly isReadOnly = (): boolean => this.readOnlyFrom !== null

  /** What newcomers may do and what waits for approval, as this process last read it. */
  readonly newcomerRules = (): NewcomerRules => this.rules

  /** Whether the site takes new members. */
  async registration(): Promise<Registration> {
    return (await this.deps.document.current()).registration
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
   * having one
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
    const { db, log } = this.deps
    const before = await this.deps.document.read()
    const { siteName = before.siteName, registration = before.registration } = given
    const { staffSecondFactor = before.staffSecondFactor ?? false } = given
    const limits = limitsAfter(before.limits, given.limits ?? {})
    const readOnlySince = this.readOnlyAfter(before, given.readOnly)
    const rules = rulesAfter(before, given)
    const after = { siteName, registration, staffSecondFactor, readOnlySince, ...rules, limits }
    const isNewDuty = staffSecondFactor && !before.staffSecondFactor
    if (isNewDuty) await this.requireOwnSecondFactor(actorId)
    const [was, is] = [this.present(before), this.present(after)]
    const changes = changesOf(was, is)
    if (changes.length === 0) return { settings: is, isChanged: false }
    const act = log.draft({ actorId, action: 'set_settings', target: 'settings', changes })
    // Only what is given changes, so the change is applied to what another admin has just written.
    if (!(await this.deps.document.write(before.revision, act, after))) return this.change(actorId, given)
    await this.deps.document.current()
    await log.appendCarried(db.siteSettings, CURRENT, act)
    if (was.siteName !== is.siteName) await this.deps.onSiteChanged()
    if (was.readOnly !== is.readOnly) await this.deps.onReadOnlyChanged(readOnlySince)
    if (isNewDuty || (before.staffSecondFactor && !staffSecondFactor)) await this.applyDuty()
    return { settings: is, isChanged: true }
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
    const found = await this.deps.db.members.findOne({ _id, secondFactor: { $exists: true } })
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
    const { siteName, staffSecondFactor = false, readOnlySince = null, limits } = stored
    this.name = siteName ?? this.deps.configuredName
    this.isSecondFactorDuty = staffSecondFactor
    this.readOnlyFrom = readOnlySince
    this.rules = rulesOf(stored)
    const { messagesPerDay } = this.rules.newcomers
    const { seconds } = RATE_LIMITS.newcomer
    this.deps.limits.change('newcomer', { points: messagesPerDay, seconds })
    for (const name of SETTABLE_LIMITS) this.deps.limits.change(name, limits[name] ?? RATE_LIMITS[name])
  }

  private present(stored: Omit<StoredSettings, 'revision' | 'identity'>): SiteSettings {
    const { siteName, registration, staffSecondFactor = false, readOnlySince = null, limits } = stored
    const inForce = SETTABLE_LIMITS.map((name) => {
      const { points, seconds } = limits[name] ?? RATE_LIMITS[name]
      return [name, { points, seconds }] as const
    })
    return {
      siteName: siteName ?? this.deps.configuredName,
      registration,
      staffSecondFactor,
      readOnly: readOnlySince !== null,
      ...rulesOf(stored),
      limits: Object.fromEntries(inForce) as SiteSettings['limits'],
    }
  }
}

function limitsAfter(before: LimitOverrides, given: NonNullable<GivenSettings['limits']>): LimitOverrides {
  const after: LimitOverrides = {}
  for (const name of SETTABLE_LIMITS) {
    const limit = given[name] === undefined ? before[name] : given[name]
    if (limit) after[name] = limit
  }
  return after
}

/** Returns what a change of the settings in force did, for the log. */
function changesOf(before: SiteSettings, after: SiteSettings) {
  const values = (of: SiteSettings) => [
    ['siteName', of.siteName] as const,
    ['registration', of.registration] as const,
    ['staffSecondFactor', String(of.staffSecondFactor)] as const,
    ['readOnly', String(of.readOnly)] as const,
    ...namedRules(of),
    ...SETTABLE_LIMITS.map(
      (name) => [`limits.${name}`, `${of.limits[name].points} / ${of.limits[name].seconds} s`] as const,
    ),
  ]
  const was = new Map<string, string>(values(before))
  return values(after).flatMap(([field, value]) => {
    const old = was.get(field) ?? null
    return old === value ? [] : [{ field, before: old, after: value }]
  })
}
