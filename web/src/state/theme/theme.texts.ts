import { defineTexts } from '../../lib/i18n'

export const themeText = defineTexts('theme', {
  label: ['外观', 'Appearance'],
  system: ['跟随系统', 'System'],
  light: ['浅色', 'Light'],
  dark: ['深色', 'Dark'],
})
