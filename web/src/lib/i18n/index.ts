import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { type Translate } from './table'
import { zh } from './zh'

export { type Translate }

/** The key of `localStorage` that holds the language. */
const LANGUAGE_KEY = 'i18nextLng'

/** The interface is Chinese, whatever language a browser has stored. */
export const language = 'zh'

function forgetOtherLanguages(): void {
  try {
    if (localStorage.getItem(LANGUAGE_KEY) !== language) localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Storage is closed to us; the interface is Chinese all the same.
  }
}

/** Call once before the first render. */
export function startTexts(): void {
  forgetOtherLanguages()
  if (i18next.isInitialized) return
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: language,
    // The English table (en.ts) is kept complete, and out of the page: nobody is ever shown it.
    resources: { zh: { translation: zh } },
    // React escapes what it renders; doing it twice would show &amp;.
    interpolation: { escapeValue: false },
    initAsync: false,
  })
}

/** The texts in the reader's language. */
export function useTexts(): Translate {
  return useTranslation().t as Translate
}
