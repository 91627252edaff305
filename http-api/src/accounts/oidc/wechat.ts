import type { OidcProviderConfig } from '../../config'
import { isSameSecret } from '../../platform/secrets'
import { textOf, TIMEOUT_S, type Begun, type Claims, type Provider } from './provider'

export const WECHAT = 'https://open.weixin.qq.com'

/** WeChat's sign-in for websites: a protocol of its own, which knows no PKCE and gives no addresses. */
export class WechatProvider implements Provider {
  private readonly api: string

  constructor(private readonly config: OidcProviderConfig) {
    this.api = config.issuer === WECHAT ? 'https://api.weixin.qq.com' : config.issuer
  }

  authorizationUrl({ state }: Begun, redirectUri: string): Promise<URL> {
    const { issuer, clientId } = this.config
    const query = new URLSearchParams({
      appid: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state,
    })
    return Promise.resolve(new URL(`${issuer}/connect/qrconnect?${query.toString()}#wechat_redirect`))
  }

  async claimsOf(begun: Begun, { searchParams }: URL): Promise<Claims> {
    const { clientId, clientSecret } = this.config
    const code = searchParams.get('code')
    if (!isSameSecret(searchParams.get('state') ?? '', begun.state)) throw new Error('another state')
    // Whoever refuses comes back without a code.
    if (code === null) throw new Error('WeChat gave no code')
    const grant = await this.get('/sns/oauth2/access_token', {
      appid: clientId,
      secret: clientSecret,
      code,
      grant_type: 'authorization_code',
    })
    const openid = textOf(grant.openid)
    const person = await this.get('/sns/userinfo', {
      access_token: textOf(grant.access_token),
      openid,
      lang: 'zh_CN',
    })
    // The same for all apps of an operator, who may replace the one of the forum.
    const subject = textOf(person.unionid) || openid
    if (subject === '') throw new Error('WeChat named nobody')
    return { subject, name: textOf(person.nickname), email: '' }
  }

  private async get(path: string, query: Record<string, string>): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.api}${path}?${new URLSearchParams(query).toString()}`, {
      signal: AbortSignal.timeout(TIMEOUT_S * 1_000),
      redirect: 'error',
    })
    const said = (await response.json()) as Record<string, unknown>
    if (!response.ok || said.errcode) throw new Error(`WeChat refused ${path}: ${String(said.errcode)}`)
    return said
  }
}
