export type Language = 'zh' | 'en'

/** A text for people in both languages of the API; the request's `Accept-Language` chooses. */
export type Bilingual = Readonly<Record<Language, string>>
