import { createHash, createHmac } from 'node:crypto'
import { MAIL_KIND_TEXTS, NOTICE_MAILS } from '@forum/shared/bilingual'
import { ForumError } from '@forum/shared/errors'
import { inScript, tagOf, type MailReader } from '../../accounts'
import type { Freshness } from '../../log'
import { NOT_DELETED, type MemberDoc } from '../../members'
import type { Handlers } from '../../platform/http/mount'
import { escapeXml } from '../../platform/http/xml'
import type { Collection } from '../../platform/mongo/model'
import { isSameSecret } from '../../platform/secrets'
import type { NotificationSettingsStore } from '../settings.service'
import type { Ended, MailTokens } from './mail-tokens'

export interface MailRoutesDeps {
  db: { members: Collection<MemberDoc> }
  tokens: MailTokens
  settings: NotificationSettingsStore
  /** The key of the signatures of bounces; undefined if none are taken. */
  bouncesSecret: string | undefined
  siteName: () => string
  freshness: Freshness
  now: () => Date
}

export const mailRoutes = ({
  db,
  tokens,
  settings,
  bouncesSecret,
  siteName,
  freshness,
  now,
}: MailRoutesDeps) =>
  ({
    showUnsubscribe: async ({ query, language }) => {
      const found = tokens.unsubscribed(query.token)
      const member = found && (await db.members.findOne({ _id: found.userId }, { projection: { script: 1 } }))
      const reader = { language, script: member?.script }
      return {
        type: 'text/html; charset=utf-8',
        body: await inScript(reader.script, unsubscribePage(siteName(), found?.ended ?? null, reader)),
        headers: { 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' },
      }
    },
    unsubscribe: async ({ query }) => {
      const found = tokens.unsubscribed(query.token)
      if (!found) throw new ForumError('NOT_FOUND')
      await settings.endMails(found.userId, found.ended)
    },
    reportBounce: async ({ body, signed }) => {
      const expected =
        bouncesSecret && signed && createHmac('sha256', bouncesSecret).update(signed.body).digest('hex')
      if (!signed || !expected || !isSameSecret(signed.signature.toLowerCase(), expected)) {
        throw new ForumError('FORBIDDEN')
      }
      if (body.kind !== 'permanent') return
      const _id = tokens.bouncedMember(body.recipient)
      const of = _id === null ? { emailLower: body.recipient.trim().toLowerCase() } : { _id }
      const member = await db.members.findOneAndUpdate(
        { ...of, ...NOT_DELETED },
        { $set: { emailBouncedAt: now() } },
      )
      if (member) freshness.emit('memberChanged', member._id)
    },
  }) satisfies Partial<Handlers>

/** Ends the mails in place: the response to a form that mail programs send as well has no page. */
const SCRIPT = `document.querySelector('form')?.addEventListener('submit',async(e)=>{e.preventDefault();const f=e.target;const say=(k)=>{document.querySelector('p').textContent=f.dataset[k]};try{const r=await fetch(f.action,{method:'POST',body:new URLSearchParams({'List-Unsubscribe':'One-Click'})});if(!r.ok)throw r;say('done');f.remove()}catch{say('failed')}})`
const STYLE = `body{margin:0;padding:48px 20px;font:17px/1.7 system-ui,'PingFang SC','Noto Sans SC',sans-serif;background:#fdfcf9;color:#1c1a16}main{max-width:34em;margin:0 auto}h1{font-size:24px}button{font:inherit;font-weight:700;padding:10px 22px;border:0;border-radius:4px;background:#1c1a16;color:#fdfcf9;cursor:pointer}@media(prefers-color-scheme:dark){body{background:#1f2023;color:#e9e5dc}button{background:#e9e5dc;color:#1f2023}}`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const PAGE_POLICY = `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

function unsubscribePage(site: string, ended: Ended | null, reader: MailReader): string {
  const { language } = reader
  const { title, asks, stop, done, failed, bad } = NOTICE_MAILS.page
  const text = ended === null ? bad[language] : asks(MAIL_KIND_TEXTS[ended][language])[language]
  const form =
    ended === null
      ? ''
      : `<form method="post" data-done="${escapeXml(done[language])}" data-failed="${escapeXml(failed[language])}"><button>${stop[language]}</button></form>`
  return `<!doctype html>
<html lang="${tagOf(reader)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title[language]} · ${escapeXml(site)}</title><style>${STYLE}</style></head>
<body><main><h1>${title[language]} · ${escapeXml(site)}</h1><p role="status">${text}</p>${form}</main><script>${SCRIPT}</script></body></html>`
}
