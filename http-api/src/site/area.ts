import type Router from '@koa/router'
import { audiences } from '@forum/shared/events'
import type { BoardsArea } from '../boards'
import type { FilesArea } from '../files'
import type { LogArea } from '../log'
import type { AgreementWork, MemberDoc, MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import { Provided } from '../platform/work/provided'
import { RevisedDocument, type RecordArea } from '../record'
import { Agreements } from './agreements.service'
import type { AnnouncementDoc } from './announcement.model'
import { announcementRoutes, readOnlyNotice } from './announcement.routes'
import { Announcements } from './announcements.service'
import { identityRoutes } from './identity.routes'
import { IdentityService } from './identity.service'
import type { InvitationDoc } from './invitations.model'
import { invitationRoutes } from './invitations.routes'
import { Invitations } from './invitations.service'
import { agreementFields, type AgreementDoc, type PageVersionDoc, type SitePagesDoc } from './pages.model'
import { pageRoutes } from './pages.routes'
import { SitePages } from './pages.service'
import { UNCHANGED, type SettingsDoc, type StoredSettings } from './settings.model'
import { settingsRoutes } from './settings.routes'
import { Settings, SETTINGS_INTERVAL_MS } from './settings.service'
import { SiteFiles, type DrawnIcons } from './site-files'
import { mountSiteFiles } from './site-files.routes'
import { StatsQueries } from './stats.queries'
import { statsRoutes } from './stats.routes'

/** Returns how many people are online, and how many of them are members. */
export type CountOnline = () => Promise<{ online: number; members: number }>

interface SiteNeeds {
  log: Pick<LogArea, 'freshness'>
  members: Pick<MembersArea, 'queries'>
  record: Pick<RecordArea, 'log'>
  files: Pick<FilesArea, 'logos' | 'uploadRules'>
  boards: Pick<BoardsArea, 'queries' | 'requireFreshPassword'>
  /** The icons that come with the built page, and its headers. */
  page: { icons: DrawnIcons; headers: Readonly<Record<string, string>> } | null
  /** Null if no process can know it. */
  countOnline: CountOnline | null
}

/** Creates the parts of the site as a whole: its settings, announcements, invitations and statistics. */
export function createSite(ground: Ground<SiteDb>, needs: SiteNeeds) {
  const { log, members, record, files, boards, page, countOnline } = needs
  const { db, config, ids, limits, publisher, clock, cache, copies, onFailure } = ground
  // Sessions keep what their members may do.
  const onDutyChanged = new Provided<[userIds: readonly number[]], Promise<void>>('duties of staff')
  const announcements = new Announcements({
    db,
    boards: boards.queries,
    members: members.queries,
    newcomerDays: () => settings.newcomerRules().newcomers.days,
    ids,
    publisher,
    log: record.log,
    clock,
    freshness: log.freshness,
    onFailure: onFailure('announcement'),
  })
  const document = new RevisedDocument<SettingsDoc, StoredSettings>({
    clock,
    copies,
    collection: db.siteSettings,
    log: record.log,
    missing: UNCHANGED,
    contentOf: (stored) => {
      settings.apply(stored)
      identity.apply(stored)
      return stored
    },
  })
  const onSiteChanged = () =>
    publisher
      .publish(audiences.everyone(), 'site:changed', { site: identity.site() })
      .catch(onFailure('site'))
  const identity = new IdentityService({
    document,
    configured: { name: config.siteName, contact: config.contact ?? '' },
    timeZone: config.siteTimeZone,
    boards: boards.queries,
    logos: files.logos,
    pages: () => pages.list(),
    onChanged: onSiteChanged,
    onFailure: onFailure('site'),
  })
  const pages = new SitePages({
    db,
    identity: identity.current,
    boards: boards.queries,
    members: members.queries,
    log: record.log,
    onChanged: onSiteChanged,
    clock,
    copies,
  })
  const agreements = new Agreements({ db, pages, clock, onFailure: onFailure('agreement') })
  const settings = new Settings({
    db,
    document,
    configuredName: config.siteName,
    limits,
    sendsMail: config.mail !== undefined,
    requireFreshPassword: boards.requireFreshPassword.call,
    onDutyChanged: onDutyChanged.call,
    onReadOnlyChanged: async (since) => {
      const announcement = since ? readOnlyNotice(since) : await announcements.current()
      await publisher
        .publish(audiences.everyone(), 'announcement:changed', { announcement })
        .catch(onFailure('announcement'))
    },
    onSiteChanged,
    clock,
  })
  files.uploadRules.by(settings.uploads)
  const invitations = new Invitations({ db, members: members.queries, log: record.log, clock })
  const siteFiles = new SiteFiles({
    identity: identity.current,
    logos: files.logos,
    drawn: page?.icons ?? {},
  })
  const stats = new StatsQueries({ db, boards: boards.queries, cache, countOnline })
  const everyMs = SETTINGS_INTERVAL_MS[copies.isAlone ? 'alone' : 'amongSeveral']
  return {
    services: {
      settings,
      identity,
      pages,
      agreements,
      announcements,
      invitations,
      /** Returns the present identity of the site. */
      current: () => ({
        ...identity.site(),
        url: config.siteUrl(),
      }),
      onDutyChanged,
    },
    routes: {
      ...announcementRoutes(announcements, settings.readOnlySince),
      ...identityRoutes(identity),
      ...pageRoutes(pages, agreements),
      ...invitationRoutes(invitations),
      ...settingsRoutes(settings),
      ...statsRoutes(stats),
    },
    mount: (router: Router) =>
      mountSiteFiles(router, { files: siteFiles, limits, headers: page?.headers ?? {} }),
    recurring: [
      { what: 'settings', everyMs, run: () => settings.refresh() },
      { what: 'pages', everyMs, run: () => pages.refresh() },
    ],
    personal: [
      dataFrom('agreements', db.agreements, {
        fields: agreementFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.agreements.deleteMany({ userId }),
      }),
    ],
    unfinished: {
      agreement: (work: AgreementWork, memberId: number) => agreements.finish(memberId, work),
    },
    prunes: { invitations: () => invitations.prune() },
  }
}
export type SiteArea = ReturnType<typeof createSite>['services']
interface SiteDb {
  members: Collection<MemberDoc>
  siteSettings: Collection<SettingsDoc>
  announcements: Collection<AnnouncementDoc>
  invitations: Collection<InvitationDoc>
  sitePages: Collection<SitePagesDoc>
  pageVersions: Collection<PageVersionDoc>
  agreements: Collection<AgreementDoc>
}
