import { type testPage as zh } from '../zh/test-page'
import { type TableOf } from '../table'

export const testPage: TableOf<typeof zh> = {
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
