import { defineTexts } from '../lib/i18n'

export const layoutText = defineTexts('layout', {
  skipToContent: ['跳到正文', 'Skip to content'],
  mainNavigation: ['主导航', 'Main navigation'],
  bottomNavigation: ['底部导航', 'Bottom navigation'],
  sidebar: ['侧栏', 'Sidebar'],
  copyright: ['© {{year}} {{name}}', '© {{year}} {{name}}'],
  complaint: ['投诉', 'Complaints'],
  shortcuts: ['键盘快捷键', 'Keyboard shortcuts'],
  live: ['实时', 'Live'],
  unconfirmed: ['暂时无法确认登录状态，正在重试…', 'Could not confirm your session. Retrying…'],
})
