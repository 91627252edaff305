import { defineTexts } from '../lib/i18n'

export const layoutText = defineTexts('layout', {
  seal: '华',
  skipToContent: '跳到正文',
  mainNavigation: '主导航',
  bottomNavigation: '底部导航',
  sidebar: '侧栏',
  copyright: '© {{year}} {{siteName}}',
  shortcuts: '键盘快捷键',
  live: '实时',
  unconfirmed: '暂时无法确认登录状态，正在重试…',
})
