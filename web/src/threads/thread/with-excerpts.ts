import { QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { setExcerpt } from '../../state/thread-copy'

setExcerpt((content) => excerpt(content, QUOTE_LENGTH))
