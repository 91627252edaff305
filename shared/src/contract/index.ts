import { attachmentEndpoints } from './attachments'
import { authEndpoints } from './auth'
import { boardEndpoints } from './boards'
import { groupEndpoints } from './groups'
import { healthEndpoints } from './health'
import { identityEndpoints } from './identity'
import { invitationEndpoints } from './invitations'
import { memberEndpoints } from './members'
import { messageEndpoints } from './messages'
import { moderationEndpoints } from './moderation'
import { notificationEndpoints } from './notifications'
import { postEndpoints } from './posts'
import { purgeEndpoints } from './purges'
import { pushEndpoints } from './push'
import { reportEndpoints } from './reports'
import { searchEndpoints } from './search'
import { secondFactorEndpoints } from './second-factor'
import { sessionEndpoints } from './sessions'
import { settingsEndpoints } from './settings'
import { sitePageEndpoints } from './site-pages'
import { siteStatsEndpoints } from './site-stats'
import { siteEndpoints } from './site'
import { threadEndpoints } from './threads'
import { uploadEndpoints } from './uploads'
import { wordEndpoints } from './words'

/** Every call of the HTTP API, by name. A new feature is a new file and a row here. */
export const api = {
  ...authEndpoints,
  ...secondFactorEndpoints,
  ...memberEndpoints,
  ...boardEndpoints,
  ...groupEndpoints,
  ...threadEndpoints,
  ...postEndpoints,
  ...reportEndpoints,
  ...moderationEndpoints,
  ...wordEndpoints,
  ...settingsEndpoints,
  ...identityEndpoints,
  ...sitePageEndpoints,
  ...invitationEndpoints,
  ...purgeEndpoints,
  ...searchEndpoints,
  ...messageEndpoints,
  ...siteEndpoints,
  ...siteStatsEndpoints,
  ...attachmentEndpoints,
  ...uploadEndpoints,
  ...notificationEndpoints,
  ...pushEndpoints,
  ...healthEndpoints,
  ...sessionEndpoints,
}

export type Api = typeof api
export type EndpointName = keyof Api

export { endpoint, rawEndpoint } from './define'
export * from './endpoint'
export * from './entities'
export * from './fields'
export {
  DEFAULT_NOTIFICATION_SETTINGS,
  NAMING_KINDS,
  NOTIFICATION_SETTINGS,
  type Notification,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettingKind,
  type NotificationSettings,
} from './notifications'
export {
  paginateMessages,
  type Conversation,
  type Message,
  type MessageFolder,
  type MessagePagination,
} from './messages'
export {
  moderationAction,
  type ActChange,
  type Activity,
  type ActivityDetail,
  type ActivityFlag,
  type BatchAction,
  type LogEntry,
} from './moderation'
export * from './paging'
export {
  SETTABLE_LIMITS,
  type GivenSettings,
  type Registration,
  type SettableLimit,
  type SiteSettings,
} from './settings'
export type { Group, GroupMember, OwnGroup } from './groups'
export type { RunningProcess, SiteHealthReport } from './health'
export type { GivenIdentity } from './identity'
export type { Invitation } from './invitations'
export type { Case, Report, Settlement } from './reports'
export type { Purge, PurgeItem } from './purges'
export { errorBody, openApiDocument, type ErrorBody } from './openapi'
export type { MemberHit, Nearby, PostHit, SearchSort, SynonymTable, ThreadHit } from './search'
export { GATEWAY_SECRET_HEADER, IDENTIFY_MAX, tokenHolder, type TokenHolder } from './sessions'
export type { GivenAnnouncement, ListedAnnouncement } from './site'
export type { SiteStats } from './site-stats'
export type { PageVersion, SitePage } from './site-pages'
export type { SortBy, SortOrder } from './sorting'
export type { GivenWord, Word, WordAction } from './words'
