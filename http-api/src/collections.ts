import type { Connection } from 'mongoose'
import { activityCollection } from './activities'
import { announcementCollection } from './announcement'
import { passwordResetCollection } from './auth/password-resets.model'
import { retiredUsernameCollection } from './auth/retired-usernames.model'
import { attachmentCollection } from './attachments'
import { searchCollections } from './search'
import { sessionCollection } from './auth/sessions.model'
import { tokenSecretCollection } from './auth/token-secret.model'
import { blockCollection } from './blocks'
import { boardCollection } from './boards'
import { disciplineCollection } from './discipline'
import { followCollection } from './follows'
import { invitationCollection } from './invitations'
import { memberCollection } from './members'
import { importCollections } from './imports/imports.model'
import { messageCollections } from './messages'
import { staffNoteCollection } from './moderation'
import { moderationLogCollection } from './moderation-log'
import { notificationCollection, notificationSettingsCollection } from './notifications'
import { platformCollections } from './platform/database'
import { purgeCollection } from './purges'
import { pushKeysCollection, pushSubscriptionCollection } from './push'
import { readStateCollection } from './read-states'
import { caseCollection } from './reports'
import { threadLogCollections } from './thread-log'
import { unreadCountCollection } from './unread-counts'
import { settingsCollection } from './settings'
import { wordHitsCollection, wordListCollection } from './words'

/** Defines every collection on one connection: tests run several forums in one process. */
export const collections = (connection: Connection) => ({
  ...platformCollections(connection),
  ...threadLogCollections(connection),
  ...importCollections(connection),
  ...messageCollections(connection),
  ...searchCollections(connection),
  activities: activityCollection(connection),
  attachments: attachmentCollection(connection),
  announcements: announcementCollection(connection),
  blocks: blockCollection(connection),
  boards: boardCollection(connection),
  cases: caseCollection(connection),
  discipline: disciplineCollection(connection),
  follows: followCollection(connection),
  invitations: invitationCollection(connection),
  members: memberCollection(connection),
  passwordResets: passwordResetCollection(connection),
  retiredUsernames: retiredUsernameCollection(connection),
  moderationLog: moderationLogCollection(connection),
  notifications: notificationCollection(connection),
  notificationSettings: notificationSettingsCollection(connection),
  purges: purgeCollection(connection),
  pushKeys: pushKeysCollection(connection),
  pushSubscriptions: pushSubscriptionCollection(connection),
  readStates: readStateCollection(connection),
  sessions: sessionCollection(connection),
  siteSettings: settingsCollection(connection),
  staffNotes: staffNoteCollection(connection),
  tokenSecret: tokenSecretCollection(connection),
  unreadCounts: unreadCountCollection(connection),
  wordHits: wordHitsCollection(connection),
  wordLists: wordListCollection(connection),
})
export type Collections = ReturnType<typeof collections>
