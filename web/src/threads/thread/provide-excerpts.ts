import { QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { setExcerpt } from '../../state/thread-copy'

/** Lets the copy of threads shorten the texts of quoted posts, before it has any. */
export function provideExcerpts(): void {
  setExcerpt((content) => excerpt(content, QUOTE_LENGTH))
}
