import * as client from 'openid-client'
import type { OidcProviderConfig } from '../../config'
import { isLoopback, textOf, TIMEOUT_S, type Begun, type Claims, type Provider } from './provider'

/** Tolerated difference between a provider's clock and ours. */
const SKEW_MS = 60_000

/** A provider of OpenID Connect, by the metadata that it publishes; with PKCE, state and nonce. */
export class OpenIdProvider implements Provider {
  private discovered: Promise<client.Configuration> | null = null

  constructor(private readonly config: OidcProviderConfig) {}

  async authorizationUrl({ state, nonce, verifier, freshAt }: Begun, redirectUri: string): Promise<URL> {
    return client.buildAuthorizationUrl(await this.metadata(), {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(freshAt === undefined ? {} : { max_age: '0' }),
    })
  }

  async claimsOf({ state, nonce, verifier, freshAt }: Begun, callback: URL): Promise<Claims> {
    const metadata = await this.metadata()
    const tokens = await client.authorizationCodeGrant(metadata, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider gave no ID token')
    const { auth_time: signedInAt } = claims
    // Some providers do not say when; none may say that it was long ago.
    if (freshAt !== undefined && signedInAt !== undefined && signedInAt * 1_000 < freshAt - SKEW_MS)
      throw new Error('the provider did not sign the person in again')
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

  private metadata(): Promise<client.Configuration> {
    if (this.discovered) return this.discovered
    const { issuer, clientId, clientSecret } = this.config
    const options = {
      timeout: TIMEOUT_S,
      ...(isLoopback(issuer) ? { execute: [client.allowInsecureRequests] } : {}),
    }
    const found = client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
    this.discovered = found
    found.catch(() => {
      this.discovered = null
    })
    return found
  }
}
