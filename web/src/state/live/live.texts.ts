import { defineTexts } from '../../lib/i18n'

export const liveText = defineTexts('live', {
  reconnecting: ['连接已断开，正在重连…', 'Connection lost. Reconnecting…'],
  paused: [
    '实时更新已暂停，页面每 30 秒自动检查一次',
    'Live updates are paused. Checking for updates every 30 seconds.',
  ],
  restored: ['已恢复连接', 'Back online'],
  newVersion: ['论坛已更新，刷新后生效', 'The forum has been updated. Refresh to use the new version.'],
  revokedBanned: ['你的账号已被封禁', 'Your account has been banned'],
  revokedLogout: ['你已在其他窗口退出登录', 'You logged out in another window'],
  offline: ['当前处于离线状态', 'You are offline'],
  revokedPassword: ['密码已修改，请重新登录', 'Your password has changed. Please log in again.'],
  revokedExpired: ['登录已过期，请重新登录', 'Your session has expired. Please log in again.'],
  signInAgain: ['去登录', 'Log in'],
  dismiss: ['知道了', 'Got it'],
  refresh: ['刷新', 'Refresh'],
})
