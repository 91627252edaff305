import { type TableOf } from '../../lib/i18n'
import { type helpText } from './help.texts'

export const help: TableOf<typeof helpText> = {
  lead: 'Answers to common questions. If yours is not here, ask in the Feedback board.',
  feedback: 'Go to Feedback',
  sections: {
    account: {
      title: 'Your account',
      p1: 'You can read without an account, but need one to post, reply, like and send messages. Registration first shows the terms and the privacy policy; once you agree to both, choose a username, an email address and a password.',
      p2: 'A username has {{usernameMin}}–{{usernameMax}} letters or digits and cannot be changed. Your display name can be changed at any time in your profile. You can log in with either your username or your email address.',
      p3: 'A password has at least {{passwordMin}} characters, with an upper-case letter, a lower-case letter, a digit and a special character ({{passwordSpecials}}, or any other sign or space). Changing it ends your sessions on all other devices.',
    },
    reading: {
      title: 'Reading',
      p1: 'The home page lists all threads by their last reply. A red dot marks threads you have never opened; “3 new” leads to the first of three replies you have not read.',
      p2: 'A page of a thread has {{pageSize}} posts. Post numbers never change: a deleted reply keeps its number, so links and quotes stay correct.',
      p3: 'Choose “Watch” in a thread to see its new replies under “Watched” on the home page. Threads you post in are watched automatically.',
    },
    writing: {
      title: 'Posting and replying',
      p1: 'Choose a board, then “New thread”. If a board has sub-boards, post in one of them. A title has at most {{titleMax}} characters, a post at most {{contentMax}}.',
      p2: '“Quote” inserts the first {{quoteLength}} characters of a post into your reply. A YouTube, Vimeo or Bilibili link on its own line becomes a player. Write [gif]address[/gif] for an animated picture.',
      p3: 'Your drafts are saved on this device as you type. You lose nothing if you close the page, lose the connection or your session expires.',
    },
    live: {
      title: 'Live updates',
      p1: 'Pages update without reloading: new replies appear at the end without moving what you are reading. When a list has changed, a line above it says so; click it to refresh the list.',
      p2: 'If the “Live” mark disappears, the connection is lost. The page reconnects and catches up automatically.',
    },
    view: {
      title: 'Display',
      p1: 'Choose light or dark, or follow your system. You can also show everything in simplified or traditional characters. This only changes the display: what you write is published as written.',
      p2: 'Keyboard shortcuts: / searches, j and k move between posts, r replies, ? shows all shortcuts.',
      p3: 'On a phone you can install the forum: choose “Add to Home Screen” or “Install app” in your browser’s menu.',
    },
    rules: {
      title: 'Moderation',
      p1: 'Moderators look after their boards: they pin, lock and move threads, and edit or delete posts that break the rules. A locked thread accepts no replies.',
      p2: 'Please follow the terms of service: no advertising, no personal information about others, no personal attacks. A muted account can still read; a banned one cannot log in.',
    },
  },
}
