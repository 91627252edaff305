import { type notFound as zh } from '../zh/not-found'
import { type TableOf } from '../table'

export const notFound: TableOf<typeof zh> = {
  title: 'Page not found',
  text: 'The page may have been deleted or moved.',
}
