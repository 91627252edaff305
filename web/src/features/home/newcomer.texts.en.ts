import { type TableOf } from '../../lib/i18n'
import { type newcomerText } from './newcomer.texts'

export const newcomer: TableOf<typeof newcomerText> = {
  title: 'Welcome, {{name}}',
  registered: 'Register and choose a name',
  greet: 'Say hello among the newcomers',
  greetGo: 'Say hello',
  choose: 'Find some boards to read',
  chooseGo: 'Look around',
}
