import { type TableOf } from '../../lib/i18n'
import { type blocksText } from './blocks.texts'

export const blocks: TableOf<typeof blocksText> = {
  post: 'Post by {{name}}, whom you blocked',
  quote: 'Hidden: you blocked its author',
  thread: 'Thread by a blocked member',
  activity: 'You blocked {{name}}, so their threads and replies are hidden',
  show: 'Show',
}
