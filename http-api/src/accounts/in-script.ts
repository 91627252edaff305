import type { Script } from '@forum/shared/contract'

type Convert = (text: string) => string

/** Makes a converter of characters, not of vocabulary, as the page has: 软件 becomes 軟件. */
async function makeConverter(script: 'simplified' | 'traditional'): Promise<Convert> {
  const { ConverterFactory } = await import('opencc-js/core')
  const [from, to] = await (script === 'traditional'
    ? Promise.all([import('opencc-js/from/cn'), import('opencc-js/to/tw')])
    : Promise.all([import('opencc-js/from/tw'), import('opencc-js/to/cn')]))
  return ConverterFactory(from.default, to.default)
}

/** Kept once used, since making one reads large tables. */
const converters = new Map<Script, Promise<Convert>>()

/** Returns a text with its Chinese in a script; as it is written without one. */
export async function inScript(script: Script | undefined, text: string): Promise<string> {
  if (script === undefined || script === 'original') return text
  const made = converters.get(script) ?? makeConverter(script)
  converters.set(script, made)
  return (await made)(text)
}
