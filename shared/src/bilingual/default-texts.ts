/** The pages that every site has: its admins may write others in their place, but not remove them. */
export const DEFAULT_PAGE_SLUGS = ['terms', 'privacy', 'help'] as const
export type DefaultPageSlug = (typeof DEFAULT_PAGE_SLUGS)[number]

interface DefaultText {
  title: string
  lead: string | null
  /** Each with its title first. */
  sections: readonly (readonly [title: string, ...paragraphs: string[]])[]
}
/** `ask` says how to ask the operator, in the middle of a sentence. */
export type DefaultTexts = Record<DefaultPageSlug, (of: { name: string; ask: string }) => DefaultText>
