import { defineTexts } from '../../lib/i18n'

export const liveText = defineTexts('live', {
  reconnecting: '连接已断开，正在重连…',
  paused: '实时更新已暂停，页面每 30 秒自动检查一次',
  restored: '已恢复连接',
  newVersion: '论坛已更新，刷新后生效',
  revokedBanned: '你的账号已被封禁',
  revokedLogout: '你已在其他窗口退出登录',
  offline: '当前处于离线状态',
  revokedPassword: '密码已修改，请重新登录',
  revokedExpired: '登录已过期，请重新登录',
  signInAgain: '去登录',
  dismiss: '知道了',
  refresh: '刷新',
})
