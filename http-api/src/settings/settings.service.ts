import type { Clock } from '@forum/shared/clock'
import {
  SETTABLE_LIMITS,
  type GivenSettings,
  type Registration,
  type SiteSettings,
} from '@forum/shared/contract'
import { RATE_LIMITS } from '@forum/shared/limits'
import { mayAdminister } from '@forum/shared/policies'
import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { ModerationLog } from '../moderation-log'
import { authorize } from '../platform/authorize'
import { DURABLE } from '../platform/database'
import type { Collection } from '../platform/model'
import type { RateLimits } from '../platform/rate-limits'
import { foundRevision, RevisedDocument } from '../platform/revised-document'
import { keepAct } from '../platform/unlogged-acts'
import type { Viewer } from '../platform/viewer'
import type { LimitOverrides, SettingsDoc } from './settings.model'

const CURRENT = 'current'
/** How often a process compares its settings; with the age of its copy, a change is in force within a second. */
const REFRESH_INTERVAL_MS = 250

type Stored = Pick<SettingsDoc, 'siteName' | 'registration' | 'limits' | 'revision'>
const UNCHANGED: Stored = { siteName: null, registration: 'open', limits: {}, revision: 0 }

/** What admins set while the site runs: its name, its rate limits, and whether it takes new members. */
export class Settings {
  private readonly copy: RevisedDocument<Stored>
  private name: string
  private stopRefreshing: StopRepeating | null = null

  constructor(
    private readonly deps: {
      db: { siteSettings: Collection<SettingsDoc> }
      /** The name until an admin sets another. */
      configuredName: string
      limits: RateLimits
      log: ModerationLog
      clock: Clock
      onFailure: (error: unknown) => void
    },
  ) {
    const { siteSettings } = deps.db
    this.name = deps.configuredName
    this.copy = new RevisedDocument({
      clock: deps.clock,
      readRevision: async () =>
        (await siteSettings.findOne({ _id: CURRENT }, { projection: { revision: 1 } }))?.revision ?? 0,
      read: async () => {
        const content = await this.read()
        this.apply(content)
        return { revision: content.revision, content }
      },
    })
  }

  /** The name of the site, as this process last read it. */
  readonly siteName = (): string => this.name

  /** Whether the site takes new members. */
  async registration(): Promise<Registration> {
    return (await this.copy.current()).registration
  }

  /**
   * Returns the settings in force.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async get({ actor }: Viewer): Promise<SiteSettings> {
    authorize(mayAdminister(actor))
    return this.present(await this.read())
  }

  /**
   * Changes the settings that are given; null returns one to its default.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async set(viewer: Viewer, given: GivenSettings): Promise<SiteSettings> {
    const { actor } = viewer
    authorize(mayAdminister(actor))
    const { db, log } = this.deps
    const before = await this.read()
    const { siteName = before.siteName, registration = before.registration } = given
    const after = { siteName, registration, limits: limitsAfter(before.limits, given.limits ?? {}) }
    const [was, is] = [this.present(before), this.present(after)]
    const changes = changesOf(was, is)
    if (changes.length === 0) return is
    const act = log.draft({ actorId: actor.id, action: 'set_settings', target: 'settings', changes })
    const kept = keepAct(act)
    const revision = before.revision + 1
    const update = db.siteSettings.updateOne(
      { _id: CURRENT, revision: before.revision },
      { $set: { ...after, revision, ...kept.$set }, $push: kept.$push },
      { upsert: before.revision === 0, writeConcern: DURABLE },
    )
    // Only what is given changes, so the change is applied to what another admin has just written.
    if (!(await foundRevision(update))) return this.set(viewer, given)
    this.copy.expire()
    await this.copy.current()
    await log.appendKept(db.siteSettings, CURRENT, act)
    return is
  }

  /** Loads the settings, then keeps them current. */
  async start(): Promise<void> {
    await this.copy.current()
    this.stopRefreshing = repeat(REFRESH_INTERVAL_MS, () => this.copy.current(), this.deps.onFailure)
  }

  async stop(): Promise<void> {
    await this.stopRefreshing?.()
  }

  private async read(): Promise<Stored> {
    return (await this.deps.db.siteSettings.findOne({ _id: CURRENT })) ?? UNCHANGED
  }

  private apply({ siteName, limits }: Stored): void {
    this.name = siteName ?? this.deps.configuredName
    for (const name of SETTABLE_LIMITS) this.deps.limits.change(name, limits[name] ?? RATE_LIMITS[name])
  }

  private present({ siteName, registration, limits }: Omit<Stored, 'revision'>): SiteSettings {
    const inForce = SETTABLE_LIMITS.map((name) => {
      const { points, seconds } = limits[name] ?? RATE_LIMITS[name]
      return [name, { points, seconds }] as const
    })
    return {
      siteName: siteName ?? this.deps.configuredName,
      registration,
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
