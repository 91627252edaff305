export { commonText } from './common.texts'
export { defineTexts, language } from './define-texts'
export { type TableOf } from './types'
