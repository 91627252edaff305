import { attachmentEndpoints } from './attachments'
import { authEndpoints } from './auth'
import { boardEndpoints } from './boards'
import { coauthorEndpoints } from './coauthors'
import { complaintEndpoints } from './complaints'
import { emailEndpoints } from './email'
import { groupEndpoints } from './groups'
import { healthEndpoints } from './health'
import { heldEndpoints } from './held'
import { identityEndpoints } from './identity'
import { invitationEndpoints } from './invitations'
import { keptEndpoints } from './kept'
import { mailEndpoints } from './mail'
import { memberEndpoints } from './members'
import { conversationEndpoints } from './conversations'
import { messageEndpoints } from './messages'
import { moderationEndpoints } from './moderation'
import { moveEndpoints } from './moves'
import { notificationEndpoints } from './notifications'
import { oidcEndpoints } from './oidc'
import { passkeyEndpoints } from './passkeys'
import { personalTokenEndpoints } from './personal-tokens'
import { postEndpoints } from './posts'
import { purgeEndpoints } from './purges'
import { pushEndpoints } from './push'
import { erasureEndpoints } from './erasures'
import { renamingEndpoints } from './renaming'
import { reportEndpoints } from './reports'
import { sameSourceEndpoints } from './same-source'
import { searchEndpoints } from './search'
import { secondFactorEndpoints } from './second-factor'
import { sessionEndpoints } from './sessions'
import { settingsEndpoints } from './settings'
import { sitePageEndpoints } from './site-pages'
import { firstHourEndpoints } from './first-hour'
import { siteStatsEndpoints } from './site-stats'
import { shieldEndpoints } from './shield'
import { siteEndpoints } from './site'
import { threadEndpoints } from './threads'
import { transferEndpoints } from './transfers'
import { uploadEndpoints } from './uploads'
import { webhookEndpoints } from './webhooks'
import { wordEndpoints } from './words'

/** Every call of the HTTP API, by name. A new feature is a new file and a row here. */
export const api = {
  ...authEndpoints,
  ...secondFactorEndpoints,
  ...emailEndpoints,
  ...passkeyEndpoints,
  ...oidcEndpoints,
  ...personalTokenEndpoints,
  ...renamingEndpoints,
  ...memberEndpoints,
  ...sameSourceEndpoints,
  ...boardEndpoints,
  ...groupEndpoints,
  ...threadEndpoints,
  ...postEndpoints,
  ...coauthorEndpoints,
  ...moveEndpoints,
  ...keptEndpoints,
  ...erasureEndpoints,
  ...reportEndpoints,
  ...complaintEndpoints,
  ...moderationEndpoints,
  ...heldEndpoints,
  ...wordEndpoints,
  ...settingsEndpoints,
  ...shieldEndpoints,
  ...identityEndpoints,
  ...sitePageEndpoints,
  ...invitationEndpoints,
  ...purgeEndpoints,
  ...transferEndpoints,
  ...searchEndpoints,
  ...messageEndpoints,
  ...conversationEndpoints,
  ...siteEndpoints,
  ...firstHourEndpoints,
  ...siteStatsEndpoints,
  ...attachmentEndpoints,
  ...uploadEndpoints,
  ...notificationEndpoints,
  ...pushEndpoints,
  ...mailEndpoints,
  ...webhookEndpoints,
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
  type Notification,
  type NotificationChannel,
  type NotificationSettings,
} from './notifications'
export type { Draft, KeptPost, PostBookmark } from './kept'
export {
  paginateMessages,
  type Conversation,
  type GroupConversation,
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
  HOOK_MODES,
  HOOK_SILENCES,
  type ApprovalRules,
  type GivenSettings,
  type NewcomerBounds,
  type Registration,
  type SettableLimit,
  type SiteSettings,
} from './settings'
export {
  HELD_KINDS,
  HELD_REASONS,
  HELD_STATES,
  heldResponse,
  type Held,
  type HeldKind,
  type HeldReason,
  type HeldResponse,
  type HeldState,
  type OwnHeld,
} from './held'
export { COMPLAINT_KINDS, type ComplaintKind } from './complaints'
export type { Group, GroupMember, OwnGroup } from './groups'
export type { RunningProcess, SiteHealthReport } from './health'
export type { GivenIdentity } from './identity'
export type { Invitation } from './invitations'
export type { Erasure } from './erasures'
export { CASE_KINDS, type Case, type Report, type Settlement } from './reports'
export {
  PERSONAL_TOKEN_PREFIX,
  scopeOf,
  TOKEN_SCOPES,
  type PersonalToken,
  type TokenScope,
} from './personal-tokens'
export type { AssertedPasskey, CreatedPasskey } from './passkeys'
export { CLEARABLE, type Clearable } from './members'
export type { Purge, PurgeItem } from './purges'
export type { Transfer } from './transfers'
export { errorBody, openApiDocument, type ErrorBody } from './openapi'
export type { MemberHit, Nearby, PostHit, SearchSort, SynonymTable, ThreadHit } from './search'
export { GATEWAY_SECRET_HEADER, IDENTIFY_MAX, tokenHolder, type TokenHolder } from './sessions'
export type { GivenAnnouncement, ListedAnnouncement } from './site'
export type { FirstHour } from './first-hour'
export {
  SHIELD_PARTS,
  solvedChallenge,
  type RegistrationChallenge,
  type ShieldPart,
  type ShieldSettings,
  type SolvedChallenge,
} from './shield'
export type { SourceStrength } from './same-source'
export type { SiteStats } from './site-stats'
export type { PageVersion, SitePage } from './site-pages'
export type { SortBy, SortOrder } from './sorting'
export { WEBHOOK_EVENTS, type Webhook, type WebhookDelivery, type WebhookEvent } from './webhooks'
export type { GivenWord, Word, WordAction } from './words'
