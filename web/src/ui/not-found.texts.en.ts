import { type TableOf } from '../lib/i18n'
import { type notFoundText } from './not-found.texts'

export const notFound: TableOf<typeof notFoundText> = {
  title: 'Page not found',
  text: 'The page may have been deleted or moved.',
}
