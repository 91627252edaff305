import { DEFAULT_PAGES_EN } from './default-pages.en'
import { DEFAULT_PAGES_ZH } from './default-pages.zh'
import type { DefaultPageSlug, DefaultTexts } from './default-texts'
import type { Language } from './language'

/** The site that a page speaks of. */
export interface PageSubject {
  name: string
  /** The operator's address or a note on how to reach the operator; '' if unknown. */
  contact: string
  /** The board for feedback; null if there is none. */
  feedback: { id: number; name: string } | null
}

const TEXTS: Record<Language, DefaultTexts> = { zh: DEFAULT_PAGES_ZH, en: DEFAULT_PAGES_EN }

/** Says how to ask the operator: in the board for feedback, by the contact, or by a message to an admin. */
const ASK: Record<Language, (of: PageSubject) => string> = {
  zh: ({ feedback, contact }) => {
    const ways = [
      ...(feedback ? [`到[url=/boards/${feedback.id}]【${feedback.name}】[/url]版发帖`] : []),
      ...(contact === '' ? [] : [`联系 ${contact}`]),
    ]
    return `请${[...ways, '通过站内信联系管理员'].join('，或')}`
  },
  en: ({ feedback, contact }) => {
    const ways = [
      ...(feedback ? [`post in the board [url=/boards/${feedback.id}]${feedback.name}[/url]`] : []),
      ...(contact === '' ? [] : [`contact ${contact}`]),
    ]
    return [...ways, 'write to an administrator'].join(' or ')
  },
}

/** Returns a page of a site whose admins have not written it, in markup. */
export function defaultPage(
  slug: DefaultPageSlug,
  subject: PageSubject,
  language: Language,
): { title: string; content: string } {
  const ask = ASK[language](subject)
  const { title, lead, sections } = TEXTS[language][slug]({ name: subject.name, ask })
  const parts = sections.map(([heading, ...paragraphs]) => [`[b]${heading}[/b]`, ...paragraphs].join('\n\n'))
  return { title, content: [...(lead === null ? [] : [lead]), ...parts].join('\n\n') }
}
