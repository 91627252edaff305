import { type home as zh } from '../zh/home'
import { type TableOf } from '../table'

export const home: TableOf<typeof zh> = {
  welcomeUser: 'Welcome back, {{name}}',
  welcomeGuest: 'Welcome to the Overseas Chinese Forum. Log in to post, reply and send messages.',
  announcementLabel: 'Announcement',
  pauseAnnouncement: 'Pause scrolling',
  playAnnouncement: 'Resume scrolling',
  popularBoards: 'Popular boards',
  myPosts: 'My posts',
  bookmarks: 'My bookmarks',
  bookmarksShort: 'Bookmarks',
  settings: 'Settings',
  online: '{{total}} online ({{members}} members, {{guests}} guests)',
  password: 'Password',
  loginFailed: 'Login failed: wrong username or password',
  noAccount: 'No account yet?',
  registerNow: 'Register now',
  allBoards: 'Boards',
  welcomeNew: 'Hello, {{name}}',
  live: 'Live',
  noThreadYet: 'No threads yet',
  noBoards: 'The forum has no boards yet',
  postsAndLikes: '{{posts}} posts · {{likes}} likes',
  popularEmpty: 'No new posts in the past week',
}
