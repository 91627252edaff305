export { commonText } from './common.texts'
export { defineTexts, language } from './define-texts'
export { storeLanguage } from './store-language'
export { type TableOf } from './types'
