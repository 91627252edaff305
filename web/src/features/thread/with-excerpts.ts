import { QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { setExcerpt } from '../thread-copy'

setExcerpt((content) => excerpt(content, QUOTE_LENGTH))
