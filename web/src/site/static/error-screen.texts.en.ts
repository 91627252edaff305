import { type TableOf } from '../../lib/i18n'
import { type errorScreenText } from './error-screen.texts'

export const errorScreen: TableOf<typeof errorScreenText> = {
  title: 'Something went wrong',
  text: 'Sorry, this page ran into a problem. Please refresh and try again.',
  notLoaded: 'You are offline, or the forum has just been updated. Please refresh the page.',
  refresh: 'Refresh page',
}
