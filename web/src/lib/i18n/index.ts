import { firstLoad } from './first-load'
import { type Translate } from './table'
import { addTexts, translate } from './texts'

export { addTexts, translate, type Translate }

/** The key of `localStorage` that holds the language. */
const LANGUAGE_KEY = 'i18nextLng'

/** The interface is Chinese, whatever language a browser has stored. */
export const language = 'zh'

function forgetOtherLanguages(): void {
  try {
    if (localStorage.getItem(LANGUAGE_KEY) !== language) localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Storage is unavailable; the interface is Chinese all the same.
  }
}

/** Call once before the first render. */
export function startTexts(): void {
  forgetOtherLanguages()
  addTexts(firstLoad)
}

/** The texts in the reader's language. */
export function useTexts(): Translate {
  return translate
}
