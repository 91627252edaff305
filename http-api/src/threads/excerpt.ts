import { EXCERPT_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { cutCharacters } from '@forum/shared/text'

/** What lists show of a thread: at most 200 characters, the ellipsis among them (contract §2). */
export const excerptOf = (content: string): string =>
  cutCharacters(excerpt(content, EXCERPT_LENGTH - 1), EXCERPT_LENGTH)
