import { accentPair } from '@forum/shared/accent'
import type { Language } from '@forum/shared/bilingual'
import type { Script } from '@forum/shared/contract'
import { escapeXml } from '../platform/http/xml'

/** The identity of the site, for the head and foot of a mail. */
export interface MailSite {
  name: string
  /** One character in a coloured square. */
  seal: string
  accent: string
  contact: string
}

/** Who reads a mail. */
export interface MailReader {
  language: Language
  /** The script of its Chinese, if one was chosen; otherwise texts stay as they were written. */
  script: Script | undefined
}

const SERIF = "font-family:'Songti SC','Noto Serif SC',SimSun,Georgia,serif"
const SANS = "font-family:system-ui,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif"

/** Returns the language tag of HTML for a reader. */
export const tagOf = ({ language, script }: MailReader): string =>
  language === 'en' ? 'en' : script === 'traditional' ? 'zh-Hant' : 'zh-Hans'

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

/** Returns the only button of a mail. */
export const mailButton = ({ accent }: MailSite, { label, url }: { label: string; url: string }): string =>
  `<p style="margin:18px 0 0"><a class="button" href="${escapeXml(url)}" style="display:inline-block;padding:12px 20px;border-radius:4px;background:${accentPair(accent).light.accent};color:#fff;text-decoration:none;font-weight:700">${escapeXml(label)}</a></p>`

/**
 * Returns the HTML of a mail, complete without pictures, readable without styles, in both themes; `body` and `footer`
 * are HTML.
 */
export const mailPage = (
  reader: MailReader,
  site: MailSite,
  {
    subject,
    title,
    body,
    footer,
  }: { subject: string; title: string; body: string; footer: readonly string[] },
): string => `<!doctype html>
<html lang="${tagOf(reader)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeXml(subject)}</title><style>${stylesOf(site.accent)}</style></head>
<body class="page" style="margin:0;padding:16px 8px;background:#f4f1ea;color:#1c1a16;${SANS};font-size:15px">
<div class="card" style="max-width:600px;margin:0 auto;padding:28px 24px;background:#fdfcf9;color:#1c1a16">
<div class="line" style="padding-bottom:14px;border-bottom:3px double #c9c2b2;font-size:20px;font-weight:700;${SERIF}"><span class="seal" style="display:inline-block;width:32px;height:32px;line-height:32px;margin-right:10px;text-align:center;font-size:18px;border-radius:4px;background:${accentPair(site.accent).light.accent};color:#fff">${escapeXml(site.seal)}</span>${escapeXml(site.name)}</div>
<h1 style="margin:20px 0 4px;font-size:22px;line-height:1.5;${SERIF}">${escapeXml(title)}</h1>
${body}
<p class="soft line" style="margin:26px 0 0;padding-top:14px;border-top:1px solid #ddd8cc;font-size:13px;line-height:1.8;color:#6b665c">${footer.join('<br>')}</p>
</div></body></html>`

/** Returns who sends a mail, as a line of its footer. */
export const senderLine = ({ name, contact }: MailSite): string =>
  [name, contact].filter(Boolean).map(escapeXml).join(' · ')

/**
 * Returns the HTML of a mail that is written as plain text: its first paragraph as the heading, and the paragraph that is
 * a link alone as a button, with the link below it for clients that show no buttons.
 */
export function htmlOfText(
  reader: MailReader,
  site: MailSite,
  { subject, text, button }: { subject: string; text: string; button?: string | undefined },
): string {
  const [title = '', ...paragraphs] = text.split('\n\n')
  const body = paragraphs.map((paragraph) =>
    button !== undefined && /^https?:\/\/\S+$/.test(paragraph)
      ? `${mailButton(site, { label: button, url: paragraph })}
<p class="soft" style="margin:10px 0 0;font-size:13px;line-height:1.6;color:#6b665c;overflow-wrap:anywhere">${escapeXml(paragraph)}</p>`
      : `<p style="margin:14px 0 0;line-height:1.75;overflow-wrap:anywhere">${escapeXml(paragraph).replaceAll('\n', '<br>')}</p>`,
  )
  return mailPage(reader, site, { subject, title, body: body.join('\n'), footer: [senderLine(site)] })
}
