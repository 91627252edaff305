import type { Connection } from 'mongoose'
import { announcementModel } from './announcement'
import { passwordResetModel } from './auth/password-resets.model'
import { retiredUsernameModel } from './auth/retired-usernames.model'
import { attachmentModel } from './attachments'
import { searchCollections } from './search'
import { sessionModel } from './auth/sessions.model'
import { tokenSecretModel } from './auth/token-secret.model'
import { blockModel } from './blocks'
import { boardModel } from './boards'
import { disciplineModel } from './discipline'
import { memberModel } from './members'
import { messageCollections } from './messages'
import { notificationModel, notificationSettingsModel } from './notifications'
import { platformCollections } from './platform/database'
import { pushKeysModel, pushSubscriptionModel } from './push'
import { readStateModel } from './read-states'
import { reportModel } from './reports'
import { threadLogCollections } from './thread-log'
import { unreadCountModel } from './unread-counts'

/** Defines every collection on one connection: tests run several forums in one process. */
export const collections = (connection: Connection) => ({
  ...platformCollections(connection),
  ...threadLogCollections(connection),
  ...messageCollections(connection),
  ...searchCollections(connection),
  attachments: attachmentModel(connection),
  announcements: announcementModel(connection),
  blocks: blockModel(connection),
  boards: boardModel(connection),
  discipline: disciplineModel(connection),
  members: memberModel(connection),
  passwordResets: passwordResetModel(connection),
  retiredUsernames: retiredUsernameModel(connection),
  notifications: notificationModel(connection),
  notificationSettings: notificationSettingsModel(connection),
  pushKeys: pushKeysModel(connection),
  pushSubscriptions: pushSubscriptionModel(connection),
  readStates: readStateModel(connection),
  reports: reportModel(connection),
  sessions: sessionModel(connection),
  tokenSecret: tokenSecretModel(connection),
  unreadCounts: unreadCountModel(connection),
})
export type Collections = ReturnType<typeof collections>
