import { mailButton, mailPage, senderLine, type MailReader, type MailSite } from '../../accounts'
import { escapeXml } from '../../platform/http/xml'

/** Words that a mail quotes. */
export interface QuotedWords {
  author: string
  /** Such as the number of the post. */
  note: string
  words: string
}

/** A thread that a digest lists. */
export interface ListedThread {
  title: string
  url: string
  words: string
  note: string
}

/** The parts of a mail to a member, in their order. */
export interface Letter extends MailReader {
  site: MailSite
  subject: string
  title: string
  /** The news of each thread, or the title of the only one. */
  lines: readonly string[]
  quotes: readonly QuotedWords[]
  threads: readonly ListedThread[]
  /** The only button. */
  button: { label: string; url: string }
  /** Why the member gets it. */
  why: string
  links: readonly { label: string; url: string }[]
}

/** Returns the plain text of a letter. */
export function textOf({ title, lines, quotes, threads, button, why, site, links }: Letter): string {
  const parts = [
    title,
    ...lines,
    ...quotes.map(({ author, note, words }) => `${author} · ${note}\n${indented(words)}`),
    ...threads.map(
      ({ title: name, url, words, note }) => `${name}\n${words ? `${words}\n` : ''}${note}\n${url}`,
    ),
    `${button.label}:\n${button.url}`,
    '-- ',
    why,
    [site.name, site.contact].filter(Boolean).join(' · '),
    ...links.map(({ label, url }) => `${label}: ${url}`),
  ]
  return parts.join('\n\n')
}

const indented = (words: string) => words.replaceAll(/^/gm, '> ')

/** Returns the HTML of a letter. */
export function htmlOf(letter: Letter): string {
  const { site, subject, title, lines, quotes, threads, button, why, links } = letter
  const border = 'border-bottom:1px solid #ddd8cc'
  const paragraphs = lines.map(
    (line) => `<p class="soft" style="margin:0;line-height:1.65;color:#6b665c">${escapeXml(line)}</p>`,
  )
  const quoted = quotes.map(
    ({ author, note, words }) =>
      `<div class="line" style="padding:14px 0;${border}"><p style="margin:0;font-size:14px"><b>${escapeXml(author)}</b> <span class="soft" style="color:#6b665c">${escapeXml(note)}</span></p><p style="margin:6px 0 0;font-size:16px;line-height:1.75">${escapeXml(words)}</p></div>`,
  )
  const listed = threads.map(
    ({ title: name, url, words, note }) =>
      `<div class="line" style="padding:12px 0;${border}"><a class="title" href="${escapeXml(url)}" style="font-size:16px;line-height:1.55;color:#1c1a16;text-decoration:none">${escapeXml(name)}</a>${words ? `<p class="soft" style="margin:2px 0 0;line-height:1.65;color:#6b665c">${escapeXml(words)}</p>` : ''}<p class="soft" style="margin:2px 0 0;font-size:13px;color:#6b665c">${escapeXml(note)}</p></div>`,
  )
  const ends = links.map(
    ({ label, url }) =>
      `<a class="plain" href="${escapeXml(url)}" style="color:#2b5a94">${escapeXml(label)}</a>`,
  )
  return mailPage(letter, site, {
    subject,
    title,
    body: [
      ...paragraphs,
      `<div style="margin-top:14px">${[...quoted, ...listed].join('\n')}</div>`,
      mailButton(site, button),
    ].join('\n'),
    footer: [escapeXml(why), senderLine(site), ends.join(' · ')],
  })
}
