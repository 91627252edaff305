import { type TableOf } from '../../lib/i18n'
import { type scriptText } from './script.texts'

export const script: TableOf<typeof scriptText> = {
  label: 'Chinese script',
  original: 'As written',
  simplified: 'Simplified',
  traditional: 'Traditional',
}
