import { type TableOf } from '../../lib/i18n'
import { type homeText } from './home.texts'

export const home: TableOf<typeof homeText> = {
  moreOf: 'More from {{name}}',
  announcementLabel: 'Announcement',
  pauseAnnouncement: 'Pause scrolling',
  playAnnouncement: 'Resume scrolling',
  allBoards: 'Boards',
}
