import { audiences } from '@forum/shared/events'
import type { BoardsArea } from '../boards'
import type { LogArea } from '../log'
import type { MemberDoc, MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import { Provided } from '../platform/work/provided'
import type { RecordArea } from '../record'
import type { AnnouncementDoc } from './announcement.model'
import { announcementRoutes, readOnlyNotice } from './announcement.routes'
import { Announcements } from './announcements.service'
import type { InvitationDoc } from './invitations.model'
import { invitationRoutes } from './invitations.routes'
import { Invitations } from './invitations.service'
import type { SettingsDoc } from './settings.model'
import { settingsRoutes } from './settings.routes'
import { Settings, SETTINGS_INTERVAL_MS } from './settings.service'
import { StatsQueries } from './stats.queries'
import { statsRoutes } from './stats.routes'

/** Returns how many people are online, and how many of them are members. */
export type CountOnline = () => Promise<{ online: number; members: number }>

interface SiteNeeds {
  log: Pick<LogArea, 'freshness'>
  members: Pick<MembersArea, 'queries'>
  record: Pick<RecordArea, 'log'>
  boards: Pick<BoardsArea, 'queries' | 'requireFreshPassword'>
  /** Null if no process can know it. */
  countOnline: CountOnline | null
}

/** What belongs to the site as a whole: its settings, announcement, invitations and numbers. */
export function createSite(ground: Ground<SiteDb>, { log, members, record, boards, countOnline }: SiteNeeds) {
  const { db, config, limits, publisher, clock, cache, isOnlyWriter, onFailure } = ground
  // Sessions keep what their members may do.
  const onDutyChanged = new Provided<[userIds: readonly number[]], Promise<void>>('duties of staff')
  const announcements = new Announcements({
    db,
    publisher,
    log: record.log,
    clock,
    freshness: log.freshness,
    onFailure: onFailure('announcement'),
  })
  const settings = new Settings({
    db,
    configuredName: config.siteName,
    limits,
    log: record.log,
    requireFreshPassword: boards.requireFreshPassword.call,
    onDutyChanged: onDutyChanged.call,
    onReadOnlyChanged: async (since) => {
      const announcement = since ? readOnlyNotice(since) : await announcements.current()
      await publisher
        .publish(audiences.everyone(), 'announcement:changed', { announcement })
        .catch(onFailure('announcement'))
    },
    onSiteChanged: (site) =>
      publisher.publish(audiences.everyone(), 'site:changed', { site }).catch(onFailure('site')),
    clock,
    isOnlyWriter,
  })
  const invitations = new Invitations({ db, members: members.queries, log: record.log, clock })
  const stats = new StatsQueries({ db, boards: boards.queries, cache, countOnline })
  return {
    services: {
      settings,
      announcements,
      invitations,
      /** How the site is called at present. */
      current: () => ({
        name: settings.siteName(),
        url: config.siteUrl(),
        timeZone: config.siteTimeZone,
      }),
      onDutyChanged,
    },
    routes: {
      ...announcementRoutes(announcements, settings.readOnlySince),
      ...invitationRoutes(invitations),
      ...settingsRoutes(settings),
      ...statsRoutes(stats),
    },
    recurring: [{ what: 'settings', everyMs: SETTINGS_INTERVAL_MS, run: () => settings.refresh() }],
    prunes: { invitations: () => invitations.prune() },
  }
}
export type SiteArea = ReturnType<typeof createSite>['services']
interface SiteDb {
  members: Collection<MemberDoc>
  siteSettings: Collection<SettingsDoc>
  announcements: Collection<AnnouncementDoc>
  invitations: Collection<InvitationDoc>
}
