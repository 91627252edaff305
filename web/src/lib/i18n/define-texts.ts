import { isolated } from '@forum/shared/text'
import { createInstance } from 'i18next'
import { siteName, textLimits } from './text-limits'
import { type Pair, type Table, type Texts } from './types'

/** The language of the interface is Chinese, whatever language a browser has stored. */
export const language = 'zh'

const i18n = createInstance()
void i18n.init({
  lng: language,
  fallbackLng: false,
  resources: {},
  // React escapes what it renders; names and titles must not reverse the text around them.
  interpolation: { escape: isolated, defaultVariables: textLimits },
})

/**
 * Adds the texts of a namespace and returns the function that reads them in Chinese. Each namespace is a file
 * `x.texts.ts` in the folder that uses it (docs/architecture.md#texts). Importing the function is what loads the texts,
 * so no screen can be without them.
 */
export function defineTexts<const T extends Table>(namespace: string, texts: T): Texts<T> {
  // The build leaves only the Chinese texts (web/drop-english.ts).
  const chinese = import.meta.env.PROD ? texts : chineseOf(texts)
  i18n.addResourceBundle(language, namespace, chinese, false, false, { silent: true, skipCopy: true })
  const read = (key: string, values?: object) => i18n.t(key, { ...values, ns: namespace })
  /** The texts without values by key, because i18next takes several microseconds for each. */
  let constant: Record<string, string> = {}
  siteName.subscribe(() => {
    constant = {}
  })
  const text = (key: string, values?: object) => (values ? read(key, values) : (constant[key] ??= read(key)))
  const below = (key: string, values?: object) => read(key, { ...values, returnObjects: true })
  return Object.assign(text, { below, table: texts }) as unknown as Texts<T>
}

function chineseOf(table: Table): object {
  return Object.fromEntries(
    Object.entries(table).map(([key, value]) => [key, isPair(value) ? value[0] : chineseOf(value)]),
  )
}

const isPair = (value: Pair | Table): value is Pair => Array.isArray(value)
