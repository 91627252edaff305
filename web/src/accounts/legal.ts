import { legalText } from './legal.texts'

export type LegalText = 'terms' | 'privacy'

/** Returns the paragraphs of a text, section by section, in the order of the string table. */
export function sectionsOf(text: LegalText) {
  const sections: Record<string, Record<string, string>> = legalText.below(text)
  return Object.entries(sections).map(([name, { title, ...paragraphs }]) => ({
    name,
    title: title ?? '',
    paragraphs: Object.values(paragraphs),
  }))
}
