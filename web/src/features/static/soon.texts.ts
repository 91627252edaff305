import { defineTexts } from '../../lib/i18n'

export const soonText = defineTexts('soon', {
  title: '即将开放',
  text: '“{{name}}”还在准备中，很快就能用上。先去版块里转转吧。',
  toBoards: '浏览全部版块',
})
