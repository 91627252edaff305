import * as attachments from './attachments'
import * as auth from './auth'
import * as boards from './boards'
import * as health from './health'
import * as invitations from './invitations'
import * as messages from './messages'
import * as members from './members'
import * as moderation from './moderation'
import * as notifications from './notifications'
import * as posts from './posts'
import * as purges from './purges'
import * as push from './push'
import * as reports from './reports'
import * as search from './search'
import * as secondFactor from './second-factor'
import * as sessions from './sessions'
import * as settings from './settings'
import * as site from './site'
import * as threads from './threads'
import * as uploads from './uploads'
import * as words from './words'
import type { Endpoint } from './endpoint'

/** Every call of the HTTP API, by name. A new feature is a new file and a row here. */
export const api = {
  register: auth.register,
  login: auth.login,
  logout: auth.logout,
  me: auth.me,
  listSessions: auth.listSessions,
  revokeSession: auth.revokeSession,
  updateProfile: auth.updateProfile,
  changePassword: auth.changePassword,
  uploadAvatar: auth.uploadAvatar,
  forgotPassword: auth.forgotPassword,
  resetPassword: auth.resetPassword,
  getSecondFactor: secondFactor.getSecondFactor,
  beginSecondFactor: secondFactor.beginSecondFactor,
  turnOnSecondFactor: secondFactor.turnOnSecondFactor,
  turnOffSecondFactor: secondFactor.turnOffSecondFactor,
  confirmPassword: secondFactor.confirmPassword,
  exportAccount: auth.exportAccount,
  deleteAccount: auth.deleteAccount,
  listUsers: members.listUsers,
  searchUsers: members.searchUsers,
  listMembers: members.listMembers,
  listMemberSessions: members.listMemberSessions,
  endMemberSessions: members.endMemberSessions,
  getUser: members.getUser,
  blockUser: members.blockUser,
  listBlocked: members.listBlocked,
  followUser: members.followUser,
  listFollowing: members.listFollowing,
  banUser: members.banUser,
  muteUser: members.muteUser,
  setUserRole: members.setUserRole,
  listBoards: boards.listBoards,
  popularBoards: boards.popularBoards,
  listUnreadBoards: boards.listUnreadBoards,
  getBoard: boards.getBoard,
  createBoard: boards.createBoard,
  updateBoard: boards.updateBoard,
  deleteBoard: boards.deleteBoard,
  listCategories: boards.listCategories,
  getCategory: boards.getCategory,
  listThreads: threads.listThreads,
  listSimilarThreads: threads.listSimilarThreads,
  getThread: threads.getThread,
  createThread: threads.createThread,
  updateThread: threads.updateThread,
  pinThread: threads.pinThread,
  lockThread: threads.lockThread,
  votePoll: threads.votePoll,
  featureThread: threads.featureThread,
  moveThread: threads.moveThread,
  deleteThread: threads.deleteThread,
  restoreThread: threads.restoreThread,
  watchThread: threads.watchThread,
  bookmarkThread: threads.bookmarkThread,
  listBookmarks: threads.listBookmarks,
  listThreadsOfMember: threads.listThreadsOfMember,
  threadChanges: threads.threadChanges,
  threadOutline: threads.threadOutline,
  listResponses: threads.listResponses,
  markThreadRead: threads.markThreadRead,
  markThreadsRead: threads.markThreadsRead,
  listPosts: posts.listPosts,
  getPost: posts.getPost,
  createPost: posts.createPost,
  updatePost: posts.updatePost,
  deletePost: posts.deletePost,
  restorePost: posts.restorePost,
  likePost: posts.likePost,
  reportPost: reports.reportPost,
  reportMessage: reports.reportMessage,
  listCases: reports.listCases,
  getCase: reports.getCase,
  claimCase: reports.claimCase,
  releaseCase: reports.releaseCase,
  noteCase: reports.noteCase,
  resolveCase: reports.resolveCase,
  listModerationLog: moderation.listModerationLog,
  undoAct: moderation.undoAct,
  listWords: words.listWords,
  setWords: words.setWords,
  testWords: words.testWords,
  getSettings: settings.getSettings,
  setSettings: settings.setSettings,
  getRegistration: settings.getRegistration,
  listInvitations: invitations.listInvitations,
  createInvitation: invitations.createInvitation,
  withdrawInvitation: invitations.withdrawInvitation,
  moderateThreads: moderation.moderateThreads,
  getDiscipline: moderation.getDiscipline,
  addStaffNote: moderation.addStaffNote,
  purgeUser: purges.purgeUser,
  getPurge: purges.getPurge,
  stopPurge: purges.stopPurge,
  undoPurge: purges.undoPurge,
  listActivity: moderation.listActivity,
  moderationStats: moderation.moderationStats,
  search: search.search,
  searchThreads: search.searchThreads,
  searchPosts: search.searchPosts,
  searchMembers: search.searchMembers,
  listMessages: messages.listMessages,
  getMessage: messages.getMessage,
  sendMessage: messages.sendMessage,
  updateMessage: messages.updateMessage,
  deleteMessage: messages.deleteMessage,
  markMessageRead: messages.markMessageRead,
  showTyping: messages.showTyping,
  countUnreadMessages: messages.countUnreadMessages,
  listConversations: messages.listConversations,
  getConversation: messages.getConversation,
  stats: site.stats,
  getAnnouncement: site.getAnnouncement,
  setAnnouncement: site.setAnnouncement,
  feed: site.feed,
  boardFeed: site.boardFeed,
  listLikes: posts.listLikes,
  listPostVersions: posts.listPostVersions,
  listPostsOfMember: posts.listPostsOfMember,
  createAttachment: attachments.createAttachment,
  getUpload: uploads.getUpload,
  listNotifications: notifications.listNotifications,
  countUnreadNotifications: notifications.countUnreadNotifications,
  readNotifications: notifications.readNotifications,
  getNotificationSettings: notifications.getNotificationSettings,
  updateNotificationSettings: notifications.updateNotificationSettings,
  muteThread: notifications.muteThread,
  getPushKey: push.getPushKey,
  subscribeToPush: push.subscribeToPush,
  unsubscribeFromPush: push.unsubscribeFromPush,
  live: health.live,
  ready: health.ready,
  getSiteHealth: health.getSiteHealth,
  identifyTokens: sessions.identifyTokens,
} as const satisfies Record<string, Endpoint>

export type Api = typeof api
export type EndpointName = keyof Api

export { endpoint, rawEndpoint } from './define'
export * from './endpoint'
export * from './entities'
export * from './fields'
export {
  DEFAULT_NOTIFICATION_SETTINGS,
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
  MODERATION_ACTIONS,
  moderationAction,
  type ActChange,
  type Activity,
  type ActivityDetail,
  type ActivityFlag,
  type ActivityKind,
  type BatchAction,
  type LogEntry,
  type ModerationAction,
} from './moderation'
export * from './paging'
export {
  SETTABLE_LIMITS,
  type GivenSettings,
  type Registration,
  type SettableLimit,
  type SiteSettings,
} from './settings'
export type { RunningProcess, SiteHealthReport } from './health'
export type { Invitation } from './invitations'
export type { Case, Report, Settlement } from './reports'
export type { Purge, PurgeItem } from './purges'
export { errorBody, openApiDocument, type ErrorBody } from './openapi'
export type { MemberHit, PostHit, SearchSort, ThreadHit } from './search'
export { GATEWAY_SECRET_HEADER, IDENTIFY_MAX, tokenHolder, type TokenHolder } from './sessions'
export type { SortBy, SortOrder } from './sorting'
export type { GivenWord, Word, WordAction } from './words'
