import { type help as zh } from '../zh/help'
import { type TableOf } from '../table'

export const help: TableOf<typeof zh> = {
  lead: 'Answers to common questions. If yours is not here, ask in the Feedback board.',
  feedback: 'Go to Feedback',
  sections: {
    account: {
      title: 'Your account',
      p1: 'Reading needs no account; posting, replying, liking and messages do. Registration shows the terms and the privacy policy first; once you agree to both, choose a username, an email address and a password.',
      p2: 'A username has 3–20 letters or digits and cannot be changed. Your display name can be changed at any time in your profile. You can log in with either your username or your email address.',
      p3: 'A password has at least 6 characters, with an upper-case letter, a lower-case letter, a digit and a special character (!@#$%^&). Changing it ends your sessions on all other devices.',
    },
    reading: {
      title: 'Reading',
      p1: 'The home page lists all threads by their last reply. A red dot marks threads you have never opened; “3 new” leads to the first of three replies you have not read.',
      p2: 'A page of a thread has 20 posts. Post numbers never change: a deleted reply keeps its number, so links and quotes stay right.',
      p3: 'Open a thread and press “Watch”, and its new replies show up under “Watched” on the home page. Threads you post in are watched automatically.',
    },
    writing: {
      title: 'Posting and replying',
      p1: 'Choose a board, then press “New thread”; where a board has sub-boards, post in one of them. A title has at most 200 characters, a post at most 20000.',
      p2: '“Quote” brings the first 200 characters of a post into your reply. A YouTube, Vimeo or Bilibili link on a line of its own becomes a player; an animated picture is written as [gif]address[/gif].',
      p3: 'What you write is kept on this device as you type. Closing the page, losing the network or an expired session loses nothing.',
    },
    live: {
      title: 'Live updates',
      p1: 'Pages update without reloading: new replies appear at the end without moving what you read; when a list has changed, a line above it says so, and the list is sorted again when you press it.',
      p2: 'When the “Live” mark disappears, the connection is lost. The page connects again and catches up automatically.',
    },
    view: {
      title: 'Display',
      p1: 'Choose light or dark, or follow your system. The choice of script shows everything in simplified or traditional characters; it only changes what you see, and what you write is published as written.',
      p2: 'With a keyboard: / searches, j and k move between posts, r replies, ? shows all keys.',
      p3: 'On a phone you can install the forum: choose “Add to Home Screen” or “Install app” in the menu of your browser.',
    },
    rules: {
      title: 'Moderation',
      p1: 'Moderators look after their boards: they pin, lock and move threads, and edit or delete what breaks the rules. A locked thread takes no replies.',
      p2: 'Please follow the terms of service: no advertising, no private data of others, no personal attacks. A muted account can still read; a banned one cannot log in.',
    },
  },
}
