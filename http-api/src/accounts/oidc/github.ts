import * as client from 'openid-client'
import type { OidcProviderConfig } from '../../config'
import { isLoopback, textOf, TIMEOUT_S, type Begun, type Claims, type Provider } from './provider'

/** GitHub, or an Enterprise Server: OAuth without ID tokens, so its API is asked who somebody is. */
export class GithubProvider implements Provider {
  private readonly metadata: client.Configuration
  private readonly api: string

  constructor({ issuer, clientId, clientSecret }: OidcProviderConfig) {
    this.api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
    this.metadata = new client.Configuration(
      {
        // As GitHub names itself in `iss`.
        issuer: `${issuer}/login/oauth`,
        authorization_endpoint: `${issuer}/login/oauth/authorize`,
        token_endpoint: `${issuer}/login/oauth/access_token`,
      },
      clientId,
      clientSecret,
    )
    this.metadata.timeout = TIMEOUT_S
    if (isLoopback(issuer)) client.allowInsecureRequests(this.metadata)
  }

  async authorizationUrl({ state, verifier }: Begun, redirectUri: string): Promise<URL> {
    return client.buildAuthorizationUrl(this.metadata, {
      redirect_uri: redirectUri,
      scope: 'read:user user:email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })
  }

  async claimsOf({ state, verifier }: Begun, callback: URL): Promise<Claims> {
    const { access_token: token } = await client.authorizationCodeGrant(this.metadata, callback, {
      expectedState: state,
      pkceCodeVerifier: verifier,
    })
    const user = (await this.get('/user', token)) as { id?: unknown; login?: unknown; name?: unknown }
    // Logins change hands; numbers do not.
    if (typeof user.id !== 'number') throw new Error('GitHub named nobody')
    const addresses = (await this.get('/user/emails', token)) as Address[]
    const primary = addresses.find((one) => one.primary === true && one.verified === true)
    return {
      subject: String(user.id),
      name: textOf(user.name) || textOf(user.login),
      email: textOf(primary?.email),
    }
  }

  private async get(path: string, token: string): Promise<unknown> {
    const url = new URL(this.api + path)
    const headers = new Headers({ Accept: 'application/vnd.github+json' })
    const response = await client.fetchProtectedResource(this.metadata, token, url, 'GET', null, headers)
    if (!response.ok) throw new Error(`GitHub answered ${path} with ${response.status}`)
    return response.json()
  }
}

interface Address {
  email?: unknown
  primary?: unknown
  verified?: unknown
}
