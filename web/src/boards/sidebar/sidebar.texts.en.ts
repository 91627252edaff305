import { type TableOf } from '../../lib/i18n'
import { type sidebarText } from './sidebar.texts'

export const sidebar: TableOf<typeof sidebarText> = {
  welcomeUser: 'Welcome back, {{name}}',
  popularBoards: 'Popular boards',
  bookmarksShort: 'Bookmarks',
  online: '{{total}} online ({{members}} members, {{guests}} guests)',
  welcomeNew: 'Hello, {{name}}',
  postsAndLikes: '{{posts}} posts · {{likes}} likes',
  popularEmpty: 'No new posts in the past week',
}
