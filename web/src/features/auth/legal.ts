import { legal } from '../../lib/i18n/zh/legal'

export type LegalText = 'terms' | 'privacy'

/** The paths of the paragraphs of a text, section by section, in the order of the string table. */
export const SECTIONS = {
  terms: sectionsOf(legal.terms),
  privacy: sectionsOf(legal.privacy),
}

function sectionsOf(text: Record<string, Record<string, string>>) {
  return Object.entries(text).map(([name, { title, ...paragraphs }]) => ({
    name,
    title: title ?? '',
    paragraphs: Object.values(paragraphs),
  }))
}
