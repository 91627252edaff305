export { MailTokens } from './mail/mail-tokens'
export { outgoingMailCollection } from './mail/outgoing-mails.model'
export { createNotices, type NoticesArea } from './area'
export type { AccountNotice } from './account-notices.service'
export { loadNotifications } from './load-notifications.service'
export { emptyNotificationsMigration, notificationBoardsMigration } from './notifications.migrations'
export {
  type NotificationDoc,
  notificationCollection,
  notificationSettingsCollection,
} from './notifications.model'
export type { PushNetwork } from './public-requests'
export { pushKeysCollection, pushSubscriptionCollection } from './push/push.model'
export type { Push } from './push/push.service'
export {
  type WebhookDeliveryDoc,
  webhookCollection,
  webhookDeliveryCollection,
} from './webhooks/webhooks.model'
export { unreadCountCollection } from './unread-counts.model'
export type { UnreadCounts } from './unread-counts.service'
