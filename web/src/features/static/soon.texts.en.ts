import { type TableOf } from '../../lib/i18n'
import { type soonText } from './soon.texts'

export const soon: TableOf<typeof soonText> = {
  title: 'Coming soon',
  text: '“{{name}}” is coming soon. In the meantime, have a look around the boards.',
  toBoards: 'See all boards',
}
