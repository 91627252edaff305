import type { Connection } from 'mongoose'
import {
  activityCollection,
  disciplineCollection,
  erasureCollection,
  staffNoteCollection,
  purgeCollection,
  transferCollection,
  caseCollection,
} from './moderation'
import {
  agreementsCollection,
  announcementCollection,
  dailyStatsCollection,
  invitationCollection,
  pageVersionsCollection,
  settingsCollection,
  sitePagesCollection,
} from './site'
import {
  emailLinkCollection,
  oidcResultCollection,
  passwordResetCollection,
  personalTokenCollection,
  retiredUsernameCollection,
  sessionCollection,
  shieldRefusalsCollection,
  spentChallengeCollection,
  tokenSecretCollection,
} from './accounts'
import { attachmentCollection } from './files'
import { searchCollections, synonymsCollection } from './search'
import {
  aliasCollection,
  blockCollection,
  followCollection,
  formerNameCollection,
  memberCollection,
} from './members'
import {
  boardCollection,
  boardLevelCollection,
  categoriesCollection,
  groupRequestCollection,
  groupsCollection,
} from './boards'
import { importCollections } from './documents'
import { heldCollection } from './gate'
import { draftCollection, postBookmarkCollection, visitCollection } from './kept'
import { messageCollections } from './messages'
import { moderationLogCollection } from './record'
import {
  notificationCollection,
  notificationSettingsCollection,
  outgoingMailCollection,
  pushKeysCollection,
  pushSubscriptionCollection,
  unreadCountCollection,
  webhookCollection,
  webhookDeliveryCollection,
} from './notices'
import { platformCollections } from './platform/mongo/database'
import { readStateCollection } from './threads'
import { threadLogCollections } from './log'
import { wordHitsCollection, wordListCollection } from './words'

/** Defines every collection on one connection: tests run several forums in one process. */
export const collections = (connection: Connection) => ({
  ...platformCollections(connection),
  ...threadLogCollections(connection),
  ...importCollections(connection),
  ...messageCollections(connection),
  ...searchCollections(connection),
  activities: activityCollection(connection),
  agreements: agreementsCollection(connection),
  aliases: aliasCollection(connection),
  attachments: attachmentCollection(connection),
  announcements: announcementCollection(connection),
  blocks: blockCollection(connection),
  boards: boardCollection(connection),
  boardLevels: boardLevelCollection(connection),
  categories: categoriesCollection(connection),
  cases: caseCollection(connection),
  dailyStats: dailyStatsCollection(connection),
  discipline: disciplineCollection(connection),
  drafts: draftCollection(connection),
  emailLinks: emailLinkCollection(connection),
  erasures: erasureCollection(connection),
  formerNames: formerNameCollection(connection),
  follows: followCollection(connection),
  groups: groupsCollection(connection),
  groupRequests: groupRequestCollection(connection),
  held: heldCollection(connection),
  invitations: invitationCollection(connection),
  members: memberCollection(connection),
  oidcResults: oidcResultCollection(connection),
  passwordResets: passwordResetCollection(connection),
  personalTokens: personalTokenCollection(connection),
  retiredUsernames: retiredUsernameCollection(connection),
  moderationLog: moderationLogCollection(connection),
  notifications: notificationCollection(connection),
  notificationSettings: notificationSettingsCollection(connection),
  outgoingMails: outgoingMailCollection(connection),
  postBookmarks: postBookmarkCollection(connection),
  purges: purgeCollection(connection),
  pushKeys: pushKeysCollection(connection),
  pushSubscriptions: pushSubscriptionCollection(connection),
  readStates: readStateCollection(connection),
  searchSynonyms: synonymsCollection(connection),
  sessions: sessionCollection(connection),
  shieldRefusals: shieldRefusalsCollection(connection),
  pageVersions: pageVersionsCollection(connection),
  sitePages: sitePagesCollection(connection),
  siteSettings: settingsCollection(connection),
  spentChallenges: spentChallengeCollection(connection),
  staffNotes: staffNoteCollection(connection),
  tokenSecret: tokenSecretCollection(connection),
  transfers: transferCollection(connection),
  unreadCounts: unreadCountCollection(connection),
  visits: visitCollection(connection),
  webhooks: webhookCollection(connection),
  webhookDeliveries: webhookDeliveryCollection(connection),
  wordHits: wordHitsCollection(connection),
  wordLists: wordListCollection(connection),
})
export type Collections = ReturnType<typeof collections>
