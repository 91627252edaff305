import { type TableOf } from '../../lib/i18n'
import { type testPageText } from './test-page.texts'

export const testPage: TableOf<typeof testPageText> = {
  title: 'Test navigation',
  text: 'Links to every screen of the site.',
  newThreadIn: 'New thread in board 3',
  thread: 'Thread 1',
  threadPage: 'Thread 1, page 2',
  board: 'Board 3',
  category: 'Category: immigration',
  compose: 'Compose a message',
  missing: 'A page that does not exist',
}
