import type { OidcProviderConfig } from '@forum/http-api'
import * as z from 'zod/mini'

/** Settings of well-known providers, by their id. */
const PRESETS: Partial<Record<string, Pick<OidcProviderConfig, 'name' | 'issuer' | 'kind'>>> = {
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: {
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  },
  github: { name: 'GitHub', issuer: 'https://github.com', kind: 'github' },
  wechat: { name: '微信', issuer: 'https://open.weixin.qq.com', kind: 'wechat' },
}

const filled = z.string().check(z.minLength(1))
const given = z
  .array(
    z.object({
      id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
      client: filled,
      secret: filled,
      name: z.optional(filled),
      issuer: z.optional(z.url({ protocol: /^https?$/ })),
    }),
  )
  .check(z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length))

/** Returns the providers of a list in JSON; null if it is none, or one lacks what is not known of it. */
export function oidcProvidersOf(json: string): OidcProviderConfig[] | null {
  let list: unknown
  try {
    list = JSON.parse(json)
  } catch {
    return null
  }
  const parsed = given.safeParse(list)
  if (!parsed.success) return null
  const providers = parsed.data.map(({ id, client, secret, ...settings }) => {
    const { name = '', issuer = '', kind } = { ...PRESETS[id], ...settings }
    // Paths are added to it.
    const base = kind ? issuer.replace(/\/+$/, '') : issuer
    return { id, name, ...(kind && { kind }), issuer: base, clientId: client, clientSecret: secret }
  })
  return providers.every(({ name, issuer }) => name !== '' && issuer !== '') ? providers : null
}
