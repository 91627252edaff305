import { type TableOf } from '../../lib/i18n'
import { type draftsText } from './drafts.texts'

export const drafts: TableOf<typeof draftsText> = {
  restored: 'Your unsent draft has been restored',
  discard: 'Discard draft',
  other: 'Another tab has a different text: {{text}}',
  swap: 'Use that one',
  discardOther: 'Discard that one',
}
