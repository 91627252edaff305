import { legalText } from './legal.texts'

export type LegalText = 'terms' | 'privacy'

/** The paths of the paragraphs of a text, section by section, in the order of the string table. */
export const SECTIONS = {
  terms: sectionsOf(legalText.below('terms')),
  privacy: sectionsOf(legalText.below('privacy')),
}

function sectionsOf(text: Record<string, Record<string, string>>) {
  return Object.entries(text).map(([name, { title, ...paragraphs }]) => ({
    name,
    title: title ?? '',
    paragraphs: Object.values(paragraphs),
  }))
}
