import { accentPair } from '@forum/shared/accent'
import type { Language } from '@forum/shared/bilingual'
import type { Script } from '@forum/shared/contract'

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

/** What a mail to a member says, in its order. */
export interface Letter {
  language: Language
  /** In which its Chinese is sent; the letter itself has it as it is written. */
  script: Script | undefined
  site: { name: string; seal: string; accent: string; contact: string }
  subject: string
  title: string
  /** What happened in each thread, or the title of the only one. */
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

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** Styles of both themes; clients that drop them show the inline ones of the light theme. */
function stylesOf(accent: string): string {
  const { dark } = accentPair(accent)
  return `@media (prefers-color-scheme: dark) {
.page, .card { background: #1f2023 !important; color: #e9e5dc !important; }
.soft { color: #b3aea3 !important; }
.line { border-color: #45443f !important; }
.seal, .button { background: ${dark.accent} !important; color: #1f2023 !important; }
a.plain { color: #8fb4e3 !important; }
a.title { color: #e9e5dc !important; }
}`
}

/** Returns the language tag of HTML for a reader. */
export const tagOf = ({ language, script }: Pick<Letter, 'language' | 'script'>): string =>
  language === 'en' ? 'en' : script === 'traditional' ? 'zh-Hant' : 'zh-Hans'

/** Returns the HTML of a letter: complete without pictures, readable without styles, in both themes. */
export function htmlOf(letter: Letter): string {
  const { site, title, lines, quotes, threads, button, why, links } = letter
  const { light } = accentPair(site.accent)
  const serif = "font-family:'Songti SC','Noto Serif SC',SimSun,Georgia,serif"
  const sans = "font-family:system-ui,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif"
  const border = 'border-bottom:1px solid #ddd8cc'
  const quoted = quotes.map(
    ({ author, note, words }) =>
      `<div class="line" style="padding:14px 0;${border}"><p style="margin:0;font-size:14px"><b>${escape(author)}</b> <span class="soft" style="color:#6b665c">${escape(note)}</span></p><p style="margin:6px 0 0;font-size:16px;line-height:1.75">${escape(words)}</p></div>`,
  )
  const listed = threads.map(
    ({ title: name, url, words, note }) =>
      `<div class="line" style="padding:12px 0;${border}"><a class="title" href="${escape(url)}" style="font-size:16px;line-height:1.55;color:#1c1a16;text-decoration:none">${escape(name)}</a>${words ? `<p class="soft" style="margin:2px 0 0;line-height:1.65;color:#6b665c">${escape(words)}</p>` : ''}<p class="soft" style="margin:2px 0 0;font-size:13px;color:#6b665c">${escape(note)}</p></div>`,
  )
  const footer = links.map(
    ({ label, url }) => `<a class="plain" href="${escape(url)}" style="color:#2b5a94">${escape(label)}</a>`,
  )
  return `<!doctype html>
<html lang="${tagOf(letter)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(letter.subject)}</title><style>${stylesOf(site.accent)}</style></head>
<body class="page" style="margin:0;padding:16px 8px;background:#f4f1ea;color:#1c1a16;${sans};font-size:15px">
<div class="card" style="max-width:600px;margin:0 auto;padding:28px 24px;background:#fdfcf9;color:#1c1a16">
<div class="line" style="padding-bottom:14px;border-bottom:3px double #c9c2b2;font-size:20px;font-weight:700;${serif}"><span class="seal" style="display:inline-block;width:32px;height:32px;line-height:32px;margin-right:10px;text-align:center;font-size:18px;border-radius:4px;background:${light.accent};color:#fff">${escape(site.seal)}</span>${escape(site.name)}</div>
<h1 style="margin:20px 0 4px;font-size:22px;line-height:1.5;${serif}">${escape(title)}</h1>
${lines.map((line) => `<p class="soft" style="margin:0;line-height:1.65;color:#6b665c">${escape(line)}</p>`).join('\n')}
<div style="margin-top:14px">${[...quoted, ...listed].join('\n')}</div>
<p style="margin:18px 0 0"><a class="button" href="${escape(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:4px;background:${light.accent};color:#fff;text-decoration:none;font-weight:700">${escape(button.label)}</a></p>
<p class="soft line" style="margin:26px 0 0;padding-top:14px;border-top:1px solid #ddd8cc;font-size:13px;line-height:1.8;color:#6b665c">${escape(why)}<br>${[site.name, site.contact].filter(Boolean).map(escape).join(' · ')}<br>${footer.join(' · ')}</p>
</div></body></html>`
}
