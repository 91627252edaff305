import { type TableOf } from '../../lib/i18n'
import { type newcomerText } from './newcomer.texts'

export const newcomer: TableOf<typeof newcomerText> = {
  title: 'Welcome, {{name}}',
  registered: 'Register and choose a name',
  picture: 'Choose a picture, so that others know you',
  pictureGo: 'Choose',
  greet: 'Write your first post: say hello among the newcomers',
  greetGo: 'Say hello',
  bookmark: 'Bookmark a thread, and find it under My bookmarks',
  bookmarkGo: 'Hot topics',
  done: 'Done',
}
