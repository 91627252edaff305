export { commonText } from './common.texts'
export { defineTexts, language } from './define-texts'
export { siteName } from './text-limits'
