import { type TableOf } from '../../lib/i18n'
import { type textSizeText } from './text-size.texts'

export const textSize: TableOf<typeof textSizeText> = {
  label: 'Text size',
  normal: 'Normal text',
  large: 'Large text',
  larger: 'Largest text',
}
