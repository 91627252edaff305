import * as client from 'openid-client'
import type { OidcProviderConfig } from '../../config'

/** What is remembered in the browser between the start and the callback. */
export interface Begun {
  provider: string
  state: string
  nonce: string
  verifier: string
  returnTo: string
  /** Milliseconds since 1970. */
  until: number
}

/** What a provider says about somebody. */
export interface Claims {
  subject: string
  name: string
  /** '' unless the provider has verified it. */
  email: string
}

/** Seconds that a provider may take for a response. */
const TIMEOUT_S = 10
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The providers of the configuration, with the metadata that each has been asked for. */
export class Providers {
  private readonly discovered = new Map<string, Promise<client.Configuration>>()

  constructor(private readonly configs: readonly OidcProviderConfig[]) {}

  list(): { id: string; name: string }[] {
    return this.configs.map(({ id, name }) => ({ id, name }))
  }

  has(id: string): boolean {
    return this.configs.some((one) => one.id === id)
  }

  /** Returns the address at which a browser signs in, with PKCE, state and nonce. */
  async authorizationUrl({ provider, state, nonce, verifier }: Begun, redirectUri: string): Promise<URL> {
    return client.buildAuthorizationUrl(await this.metadataOf(provider), {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
  }

  /** Exchanges the code of a callback. Rejects whatever does not belong to what this browser has begun. */
  async claimsOf({ provider, state, nonce, verifier }: Begun, callback: URL): Promise<Claims> {
    const metadata = await this.metadataOf(provider)
    const tokens = await client.authorizationCodeGrant(metadata, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider gave no ID token')
    const hasMore = metadata.serverMetadata().userinfo_endpoint !== undefined && !('email' in claims)
    const more = hasMore ? await client.fetchUserInfo(metadata, tokens.access_token, claims.sub) : {}
    const said: Record<string, unknown> = { ...claims, ...more }
    const { email, email_verified, name, preferred_username } = said
    return {
      subject: claims.sub,
      name: textOf(name) || textOf(preferred_username) || textOf(email),
      email: email_verified === true ? textOf(email) : '',
    }
  }

  private metadataOf(id: string): Promise<client.Configuration> {
    const known = this.discovered.get(id)
    if (known) return known
    const config = this.configs.find((one) => one.id === id)
    if (!config) throw new Error(`there is no provider ${id}`)
    const issuer = new URL(config.issuer)
    const options = {
      timeout: TIMEOUT_S,
      ...(LOOPBACK.test(issuer.hostname) ? { execute: [client.allowInsecureRequests] } : {}),
    }
    const found = client.discovery(issuer, config.clientId, config.clientSecret, undefined, options)
    this.discovered.set(id, found)
    found.catch(() => this.discovered.delete(id))
    return found
  }
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.slice(0, 200) : '')
