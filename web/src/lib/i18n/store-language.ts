import { language } from './define-texts'

/** The key of `localStorage` that holds the language. */
const LANGUAGE_KEY = 'i18nextLng'

/** Stores the language of the interface in place of any other. Call once before the first render. */
export function storeLanguage(): void {
  try {
    if (localStorage.getItem(LANGUAGE_KEY) !== language) localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Storage is unavailable; the interface is Chinese all the same.
  }
}
