import { type TableOf } from '../lib/i18n'
import { type legalText } from './legal.texts'

/** Terms of service and privacy policy, last updated on 9 August 2025. */
export const legal: TableOf<typeof legalText> = {
  terms: {
    acceptance: {
      title: 'Acceptance of Terms',
      p1: 'Welcome to {{siteName}} (“the site”). By registering, reading or posting you confirm that you have read, understood and accepted these terms of service. If you do not agree, please stop using the site.',
      p2: 'You must be at least 13 years old and legally able to use the site. Minors need the consent and supervision of a guardian.',
      p3: 'The terms may change if the law or the operation of the site requires it. Changes take effect when published; by continuing to use the site you accept them.',
    },
    restrictions: {
      title: 'Content Restrictions',
      p1: 'Do not post anything that is illegal where you are or where the site is run, including fraud and illegal fundraising, trade in prohibited goods, incitement to or assistance with crime, child abuse material, and material that infringes copyright or trademarks.',
      p2: 'Do not post pornography, gore, hatred or discrimination, and do not spread rumours or unproven accusations against individuals.',
      p3: 'No advertising, flooding, traffic diversion or unsolicited offers. Rentals, sales and job openings belong in their own boards and must be described truthfully.',
      p4: 'Do not publish other people’s names, phone numbers, addresses, documents, photos or private conversations. Credit the author and source of anything you repost.',
    },
    conduct: {
      title: 'User Conduct',
      p1: 'You are responsible for your account and for what you post. Keep your password safe and do not lend, transfer or sell your account.',
      p2: 'Stay on topic and be kind: no insults, threats, harassment or personal attacks, and no impersonation of others, of staff or of any organisation.',
      p3: 'Do not register, scrape, post or send messages automatically, do not disrupt the site, and do not try to access data or permissions that are not yours.',
      p4: 'You keep the copyright in what you post and grant the site a non-exclusive licence to display, store, index and process it as needed to run the service.',
    },
    consequences: {
      title: 'Consequences of Violations',
      p1: 'Staff may move, lock, hide or delete content that breaks these terms, and may warn, mute or ban accounts. Every action is recorded, together with its reason where one is given.',
      p2: 'If you think a decision was wrong, post in the Feedback board (board 3) or write to the staff, and we will look at it again.',
      p3: 'Where a crime is suspected, the site keeps the records the law requires and assists the authorities.',
    },
    disclaimer: {
      title: 'Disclaimer',
      p1: 'Posts are written by users and express their own views. Anything about immigration, law, taxes, investment or medicine is for reference only and is not professional advice.',
      p2: 'Transactions, meetings and dealings between users are at their own risk and responsibility; the site gives no guarantee.',
      p3: 'The service is provided “as is”. We do our best to keep it running but do not promise that it will be uninterrupted or free of errors. Maintenance takes place on Sundays from 2:00 to 4:00 Eastern Time.',
      p4: 'Links and videos in posts are provided by third parties, and the site is not responsible for them.',
    },
    contact: {
      title: 'Contact',
      p1: 'For questions, complaints or notices of infringement, post in the Feedback board (board 3) or write to an administrator.',
    },
  },
  privacy: {
    intro: {
      title: 'Introduction',
      p1: 'We take your privacy seriously. This policy explains what {{siteName}} (“the site”) collects, how it is used and protected, and what your rights are.',
    },
    collect: {
      title: 'Information We Collect',
      p1: 'What you give us: username, email, display name, signature and avatar, and the threads, posts, attachments and messages you write. Passwords are kept only as hashes that cannot be reversed.',
      p2: 'What we record as you use the site: the time and browser type of each login; how far you have read each thread, to mark what is unread; keyed hashes of the addresses you log in from, to recognise strange logins, deleted by default 90 days after their last use. IP addresses are counted for a short time to prevent abuse. The access log of the server may contain IP addresses and the pages visited; it serves operation and security alone and is deleted regularly. Views of a thread are only a total.',
      p3: 'Threads, posts, display names, avatars and signatures are public. Only you can see your email. Messages are visible only to their two parties, unless one is reported.',
    },
    use: {
      title: 'How We Use Information',
      p1: 'To run and improve the service: logging in, showing content, live notifications, search, preventing spam and abuse, handling reports and appeals.',
      p2: 'We do not sell personal information or use it for personalised advertising.',
    },
    cookies: {
      title: 'Cookies and Local Storage',
      p1: 'The site does not use cookies to recognise who is logged in. Your session token, language, appearance and unsent drafts are kept in your browser’s local storage, which you can clear at any time; you will then have to log in again, and your drafts will be lost.',
    },
    thirdParties: {
      title: 'Third-Party Services',
      p1: 'Posts may contain videos from YouTube, Vimeo, Bilibili and others, and pictures from other sites. Videos load only when you press play; those sites may then collect information under their own policies.',
      p2: 'We give personal information to third parties only where the law requires it, where the safety of users or the public demands it, or with your consent.',
    },
    security: {
      title: 'Security',
      p1: 'We protect your information with encrypted transport, salted password hashes, access control and audit records. No system is perfectly safe: use a strong, unique password, and log out on shared devices.',
    },
    rights: {
      title: 'Your Rights',
      p1: 'You may view and change your profile, delete your own posts and messages, export your data and close your account.',
      p2: 'When an account is closed its profile is deleted and its posts remain without your name, so that other people’s discussions keep their context.',
    },
    children: {
      title: 'Children’s Privacy',
      p1: 'The site is not intended for children under 13 and does not knowingly collect their information. If you find such an account, tell us and we will delete it promptly.',
    },
    changes: {
      title: 'Changes to This Policy',
      p1: 'This policy may change with the service. Important changes are announced on the site, and the date above is updated.',
    },
    contact: {
      title: 'Contact',
      p1: 'For questions about this policy or your information, post in the Feedback board (board 3) or write to an administrator.',
    },
  },
}
