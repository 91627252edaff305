import {
  COMPLAINT_DAYS,
  CONTENT_MAX,
  PAGE_SIZE,
  PASSWORD_MIN,
  PASSWORD_SPECIALS,
  QUOTE_LENGTH,
  RENAME_DAYS,
  TITLE_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from '../limits'
import type { DefaultTexts } from './default-texts'

/** The pages of a site whose admins have written none, in English. */
export const DEFAULT_PAGES_EN: DefaultTexts = {
  terms: ({ name, ask }) => ({
    title: 'Terms of Service',
    lead: null,
    sections: [
      [
        'Acceptance of Terms',
        `Welcome to ${name} (“the site”). By registering, reading or posting you confirm that you have read, understood and accepted these terms of service. If you do not agree, please stop using the site.`,
        'You must be at least 13 years old and legally able to use the site. Minors need the consent and supervision of a guardian.',
        'The terms may change if the law or the operation of the site requires it. Changes take effect when published; by continuing to use the site you accept them.',
      ],
      [
        'Content Restrictions',
        'Do not post anything that is illegal where you are or where the site is run, including fraud and illegal fundraising, trade in prohibited goods, incitement to or assistance with crime, child abuse material, and material that infringes copyright or trademarks.',
        'Do not post pornography, gore, hatred or discrimination, and do not spread rumours or unproven accusations against individuals.',
        'No advertising, flooding, traffic diversion or unsolicited offers. Sales and job openings belong in their own boards and must be described truthfully.',
        'Do not publish other people’s names, phone numbers, addresses, documents, photos or private conversations. Credit the author and source of anything you repost.',
      ],
      [
        'User Conduct',
        'You are responsible for your account and for what you post. Keep your password safe and do not lend, transfer or sell your account.',
        'Stay on topic and be kind: no insults, threats, harassment or personal attacks, and no impersonation of others, of staff or of any organisation.',
        'Do not register, scrape, post or send messages automatically, do not disrupt the site, and do not try to access data or permissions that are not yours.',
        'You keep the copyright in what you post and grant the site a non-exclusive licence to display, store, index and process it as needed to run the service.',
      ],
      [
        'Consequences of Violations',
        'Staff may move, lock, hide or delete content that breaks these terms, and may warn, mute or ban accounts. Every action is recorded, together with its reason where one is given.',
        `If you think a decision was wrong, ${ask}, and we will look at it again.`,
        'Where a crime is suspected, the site keeps the records the law requires and assists the authorities.',
      ],
      [
        'Disclaimer',
        'Posts are written by users and express their own views. Anything about law, taxes, investment or medicine is for reference only and is not professional advice.',
        'Transactions, meetings and dealings between users are at their own risk and responsibility; the site gives no guarantee.',
        'The service is provided “as is”. We do our best to keep it running but do not promise that it will be uninterrupted or free of errors.',
        'Links and videos in posts are provided by third parties, and the site is not responsible for them.',
      ],
      ['Contact', `For questions, complaints or notices of infringement, ${ask}.`],
    ],
  }),
  privacy: ({ name, ask }) => ({
    title: 'Privacy Policy',
    lead: null,
    sections: [
      [
        'Introduction',
        `We take your privacy seriously. This policy explains what ${name} (“the site”) collects, how it is used and protected, and what your rights are.`,
      ],
      [
        'Information We Collect',
        'What you give us: username, email, display name, signature and avatar, and the threads, posts, attachments and messages you write. Passwords are kept only as hashes that cannot be reversed.',
        'What we record as you use the site: the time and browser type of each login; how far you have read each thread, to mark what is unread; keyed hashes of the addresses you log in from and of your browser, to recognise strange logins and several accounts of one person, deleted by default 90 days after their last use. Staff see only how likely two accounts are of the same source, never an address, and each look is logged. IP addresses are counted for a short time to prevent abuse. The access log of the server may contain IP addresses and the pages visited; it serves operation and security alone and is deleted regularly. Views of a thread are only a total.',
        'Threads, posts, display names, avatars and signatures are public. Only you can see your email. Messages are visible only to their two parties, unless one is reported.',
        `Without an account you can complain about a page (“Complaints” in the footer). Only moderators and admins see what you write and how to reach you; it is removed ${COMPLAINT_DAYS} days after it was settled.`,
      ],
      [
        'How We Use Information',
        'To run and improve the service: logging in, showing content, live notifications, search, preventing spam and abuse, handling reports and appeals.',
        'We do not sell personal information or use it for personalised advertising.',
        'The statistics of the site, such as the number of new members, threads and replies, are computed from what exists. No reader is followed for them.',
      ],
      [
        'Cookies and Local Storage',
        'The site does not use cookies to recognise who is logged in. Your session token, language, appearance and unsent drafts are kept in your browser’s local storage, which you can clear at any time; you will then have to log in again, and your drafts will be lost.',
      ],
      [
        'Third-Party Services',
        'Posts may contain videos from YouTube, Vimeo, Bilibili and others, and pictures from other sites. Videos load only when you press play; those sites may then collect information under their own policies.',
        'We give personal information to third parties only where the law requires it, where the safety of users or the public demands it, or with your consent.',
      ],
      [
        'Security',
        'We protect your information with encrypted transport, salted password hashes, access control and audit records. No system is perfectly safe: use a strong, unique password, and log out on shared devices.',
      ],
      [
        'Your Rights',
        'You may view and change your profile, delete your own posts and messages, export your data and close your account.',
        'When an account is closed its profile is deleted and its posts remain without your name, so that other people’s discussions keep their context.',
      ],
      [
        'Children’s Privacy',
        'The site is not intended for children under 13 and does not knowingly collect their information. If you find such an account, tell us and we will delete it promptly.',
      ],
      [
        'Changes to This Policy',
        'This policy may change with the service. Important changes are announced on the site, and the date above is updated.',
      ],
      ['Contact', `For questions about this policy or your information, ${ask}.`],
    ],
  }),
  help: ({ ask }) => ({
    title: 'Help',
    lead: `Answers to common questions. If yours is not here, ${ask}.`,
    sections: [
      [
        'Your account',
        'You can read without an account, but need one to post, reply, like and send messages. Registration first shows the terms and the privacy policy; once you agree to both, choose a username, an email address and a password.',
        `A username has ${USERNAME_MIN}–${USERNAME_MAX} letters or digits and can be changed once in ${RENAME_DAYS} days. Your display name can be changed at any time in your profile. You can log in with either your username or your email address.`,
        `A password has at least ${PASSWORD_MIN} characters, with an upper-case letter, a lower-case letter, a digit and a special character (${PASSWORD_SPECIALS}, or any other sign or space). Changing it ends your sessions on all other devices.`,
      ],
      [
        'Reading',
        'The home page lists all threads by their last reply. “New” marks threads you have never opened; “3 new” leads to the first of three replies you have not read.',
        `A page of a thread has ${PAGE_SIZE} posts. Post numbers never change: a deleted reply keeps its number, so links and quotes stay correct.`,
        'Choose “Watch” in a thread to see its new replies under “Watched” on the home page. Threads you post in are watched automatically.',
      ],
      [
        'Posting and replying',
        `Choose a board, then “New thread”. If a board has sub-boards, post in one of them. A title has at most ${TITLE_MAX} characters, a post at most ${CONTENT_MAX}.`,
        `“Quote” inserts the first ${QUOTE_LENGTH} characters of a post into your reply. A YouTube, Vimeo or Bilibili link on its own line becomes a player. Write [gif]address[/gif] for an animated picture.`,
        'Your drafts are saved on this device as you type. You lose nothing if you close the page, lose the connection or your session expires.',
      ],
      [
        'Live updates',
        'Pages update without reloading: new replies appear at the end without moving what you are reading. When a list has changed, a line above it says so; click it to refresh the list.',
        'If the “Live” mark disappears, the connection is lost. The page reconnects and catches up automatically.',
      ],
      [
        'Display',
        'Choose light or dark, or follow your system. You can also show everything in simplified or traditional characters. This only changes the display: what you write is published as written.',
        'Keyboard shortcuts: / searches, j and k move between posts, r replies, ? shows all shortcuts.',
        'On a phone you can install the forum: choose “Add to Home Screen” or “Install app” in your browser’s menu.',
      ],
      [
        'Moderation',
        'Moderators look after their boards: they pin, lock and move threads, and edit or delete posts that break the rules. A locked thread accepts no replies.',
        'Please follow the terms of service: no advertising, no personal information about others, no personal attacks. A muted account can still read; a banned one cannot log in.',
      ],
    ],
  }),
}
