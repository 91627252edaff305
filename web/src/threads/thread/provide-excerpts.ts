import { QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { setExcerpt } from '../../state/thread-copy'

/** Provides the function that shortens the texts of quoted posts, before the store has any posts. */
export function provideExcerpts(): void {
  setExcerpt((content) => excerpt(content, QUOTE_LENGTH))
}
