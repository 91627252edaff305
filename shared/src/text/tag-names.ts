/** Tags that may contain other markup, by the name they are typed with. */
export const TAGS = [
  'quote',
  'b',
  'i',
  'u',
  's',
  'url',
  'list',
  'ol',
  'spoiler',
  'h2',
  'h3',
  'table',
  'tr',
  'th',
  'td',
  'figure',
] as const
export type Tag = (typeof TAGS)[number]

/** Tags without content, or whose content is not markup, besides `[*]`. */
export const OTHER_TAGS = ['code', 'img', 'gif', 'hr', 'task'] as const
