import { randomBytes } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { Api, BodyOf, QueryOf, RawResponse, ResponseOf } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { USERNAME_MAX, USERNAME_MIN } from '@forum/shared/limits'
import { OIDC_MINUTES } from '../../platform/limits'
import { REFUSALS, type Language } from '@forum/shared/bilingual'
import type { Freshness } from '../../log'
import { NOT_DELETED, openAt, type Identity, type MemberDoc } from '../../members'
import type { Viewer } from '../../platform/http/viewer'
import { DURABLE, violatedKey } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import { withWork } from '../../platform/work/unfinished'
import type { AuthService, CallOrigin } from '../auth.service'
import type { Seals } from '../../platform/seals'
import type { SecondFactorCodes } from '../second-factor-codes'
import type { SecurityNotices } from '../security-notices.service'
import type { Sessions } from '../sessions.service'
import type { Tokens } from '../tokens'
import { waysToSignIn } from '../ways-to-sign-in'
import type { OidcResultDoc } from './oidc.model'
import type { Begun } from './provider'
import type { Providers } from './providers'

const LIFETIME_MS = OIDC_MINUTES * 60_000
/** Seconds after which a provider that was out of reach is tried again. */
const PROVIDER_RETRY_S = 10
const COOKIE = 'forum_oidc'

/**
 * Signing in with accounts of other sites (OpenID Connect, and the protocols of GitHub and WeChat). The browser keeps what it has begun in a sealed cookie, which
 * signs nobody in; the page finishes with a code that is used once. An address never leads to an account.
 */
export class Oidc {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc>; oidcResults: Collection<OidcResultDoc> }
      providers: Providers
      auth: Pick<AuthService, 'openAccount' | 'present' | 'registerWith' | 'verifyCode'>
      sessions: Pick<Sessions, 'requireFreshPassword' | 'confirmPassword'>
      codes: Pick<SecondFactorCodes, 'spend'>
      notices: Pick<SecurityNotices, 'work' | 'notifySoon'>
      freshness: Freshness
      seals: Seals
      tokens: Tokens
      siteUrl: () => string
      clock: Clock
      onFailure: (error: unknown) => void
    },
  ) {}

  list(): { id: string; name: string }[] {
    return this.deps.providers.list()
  }

  /** @throws ForumError `NOT_FOUND` for an unknown provider, `UNAVAILABLE` while it does not respond */
  async start(provider: string, { returnTo, fresh }: QueryOf<Api['startOidc']>): Promise<RawResponse> {
    const { providers, seals, clock } = this.deps
    const site = providers.get(provider)
    if (!site) throw new ForumError('NOT_FOUND')
    const random = () => randomBytes(32).toString('base64url')
    const begun: Begun = {
      provider,
      // WeChat takes letters and digits only.
      state: randomBytes(32).toString('hex'),
      nonce: random(),
      verifier: random(),
      returnTo: this.pathOf(returnTo),
      ...(fresh === 'true' ? { freshAt: clock.now().getTime() } : {}),
      until: clock.now().getTime() + LIFETIME_MS,
    }
    const url = await site.authorizationUrl(begun, this.redirectUri(provider)).catch((cause: unknown) => {
      throw new ForumError('UNAVAILABLE', { cause, retryAfterSeconds: PROVIDER_RETRY_S })
    })
    return this.redirect(url.href, seals.seal(Buffer.from(JSON.stringify(begun))))
  }

  /**
   * Reads what the provider says, and leads on to the page with a code for it.
   *
   * @param search the query of the callback, as the provider wrote it
   * @throws ForumError `NOT_FOUND` for an unknown provider
   */
  async callback(provider: string, search: string, cookies: string): Promise<RawResponse> {
    const { db, providers, tokens, clock, onFailure } = this.deps
    const site = providers.get(provider)
    if (!site) throw new ForumError('NOT_FOUND')
    const begun = this.begunIn(cookies)
    if (begun?.provider !== provider) return this.redirect('/login/with#error', '')
    try {
      const callback = new URL(this.redirectUri(provider) + search)
      const { subject, name, email } = await site.claimsOf(begun, callback)
      const code = tokens.create()
      const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS)
      await db.oidcResults.insertOne({
        _id: tokens.hash(code) ?? '',
        provider,
        subject,
        name,
        email,
        isFresh: begun.freshAt !== undefined,
        expiresAt,
      })
      const to = new URLSearchParams({ code, to: begun.returnTo })
      return this.redirect(`/login/with#${to.toString()}`, '')
    } catch (error) {
      // Somebody who gave up at the provider, or an answer that was not asked for.
      onFailure(error)
      return this.redirect('/login/with#error', '')
    }
  }

  /**
   * Signs in, links or registers with what a provider has said. If it has signed the caller in again, that stands for a
   * password that was typed.
   *
   * @throws ForumError `VALIDATION_FAILED` for a code that is unknown, used or too old, `CONFLICT` if the account there is
   * linked to another member, `PASSWORD_REQUIRED` to link it, and what signing in and registering throw
   */
  async finish(
    given: BodyOf<Api['finishOidc']>,
    call: { viewer: Viewer | null; token: string | null } & CallOrigin,
  ): Promise<ResponseOf<Api['finishOidc']>> {
    const { db, auth, tokens, clock } = this.deps
    const _id = tokens.hash(given.code) ?? ''
    const result = await db.oidcResults.findOne({ _id, expiresAt: { $gt: clock.now() } })
    if (!result) throw refusedField('code', 'invalid')
    const identity = { ...identityOf(result), linkedAt: clock.now() }
    const member = await db.members.findOne({ 'identities.key': identity.key, ...NOT_DELETED } as object)
    if (call.viewer) {
      if (member && member._id !== call.viewer.actor.id) throw new ForumError('CONFLICT')
      // A stolen session must not be enough to come back for good.
      if (!member) await this.deps.sessions.requireFreshPassword(call.viewer)
      const use = member && result.isFresh ? await auth.verifyCode(member, given.secondFactor, call) : null
      await this.spend(_id)
      if (member && use) {
        await this.deps.codes.spend(member, use)
        await this.deps.sessions.confirmPassword(call.viewer)
      }
      const linked = member ?? (await this.link(call.viewer, identity, call.language))
      return { user: await auth.present(linked), token: call.token ?? '' }
    }
    if (member) {
      const use = await auth.verifyCode(member, given.secondFactor, call)
      await this.spend(_id)
      return auth.openAccount(member, call, use)
    }
    const { username } = given
    if (username === undefined) {
      const suggestedUsername = suggestionFrom(result)
      return { register: { suggestedUsername, needsEmail: result.email === '' } }
    }
    // An address that the provider has verified cannot be replaced by one that nobody has.
    const email = result.email || given.email
    if (email === undefined) throw refusedField('email', 'required')
    const register = { ...given, username, email, identity, isEmailVerified: result.email !== '' }
    const signedIn = await auth.registerWith(register, call)
    await this.spend(_id)
    return signedIn
  }

  /** @throws ForumError `NOT_FOUND`, `CONFLICT` for the last way to sign in */
  async unlink({ actor }: Viewer, provider: string, language?: Language): Promise<void> {
    const { db, notices, freshness } = this.deps
    const member = await db.members.findOne({ _id: actor.id, ...NOT_DELETED })
    const identity = member?.identities?.find((one) => one.provider === provider)
    if (!member || !identity) throw new ForumError('NOT_FOUND')
    if (waysToSignIn(member) === 1) throw new ForumError('CONFLICT', { detail: REFUSALS.lastWayToSignIn })
    const work = notices.work('identity_unlinked', this.nameOf(provider), language)
    const { matchedCount } = await db.members.updateOne(
      { _id: actor.id, ...NOT_DELETED, 'identities.key': identity.key },
      withWork({ $pull: { identities: { key: identity.key } } }, work),
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) throw new ForumError('NOT_FOUND')
    freshness.emit('memberChanged', actor.id)
    notices.notifySoon(work, actor.id)
  }

  private nameOf(provider: string): string {
    return this.list().find(({ id }) => id === provider)?.name ?? provider
  }

  private async link({ actor }: Viewer, identity: Identity, language?: Language): Promise<MemberDoc> {
    const { db, notices, freshness, clock } = this.deps
    const work = notices.work('identity_linked', this.nameOf(identity.provider), language)
    try {
      const member = await db.members.findOneAndUpdate(
        {
          _id: actor.id,
          ...openAt(clock.now()),
          'identities.provider': { $ne: identity.provider },
        },
        withWork({ $push: { identities: identity } }, work),
        { returnDocument: 'after', writeConcern: DURABLE },
      )
      // One account of each provider.
      if (!member) throw new ForumError('CONFLICT')
      freshness.emit('memberChanged', actor.id)
      notices.notifySoon(work, actor.id)
      return member
    } catch (error) {
      throw violatedKey(error) === null ? error : new ForumError('CONFLICT')
    }
  }

  /** Uses a code up: of several calls with it, one goes on. */
  private async spend(_id: string): Promise<void> {
    const { deletedCount } = await this.deps.db.oidcResults.deleteOne({ _id })
    if (deletedCount === 0) throw refusedField('code', 'invalid')
  }

  private begunIn(cookies: string): Begun | null {
    const sealed = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookies)?.[1]
    const opened = sealed === undefined ? null : this.deps.seals.open(sealed)
    if (opened === null) return null
    const begun = JSON.parse(opened.toString()) as Begun
    return begun.until > this.deps.clock.now().getTime() ? begun : null
  }

  private redirectUri(provider: string): string {
    return `${this.deps.siteUrl()}/api/auth/oidc/${provider}/callback`
  }

  /** Returns a path of this site, whatever was given. */
  private pathOf(returnTo = '/'): string {
    const { origin } = new URL(this.deps.siteUrl())
    if (!returnTo.startsWith('/') || !URL.canParse(returnTo, origin)) return '/'
    const url = new URL(returnTo, origin)
    const path = url.pathname + url.search + url.hash
    return url.origin === origin && !path.startsWith('//') ? path : '/'
  }

  private redirect(Location: string, sealed: string): RawResponse {
    const isSecure = this.deps.siteUrl().startsWith('https:')
    const cookie = [
      `${COOKIE}=${sealed}`,
      'Path=/api/auth/oidc',
      `Max-Age=${sealed === '' ? 0 : OIDC_MINUTES * 60}`,
      'HttpOnly',
      // The provider leads back here by a link.
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')
    return {
      type: 'text/plain',
      body: 'Redirecting',
      headers: { Location, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
    }
  }
}

const identityOf = ({ provider, subject, name }: OidcResultDoc) => ({
  key: `${provider}:${subject}`,
  provider,
  name,
})

/** Returns a username that is made of a name or an address, or '' if neither has enough letters. */
const suggestionFrom = ({ email, name }: OidcResultDoc): string =>
  [email.split('@')[0] ?? '', name]
    .map((text) => text.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, USERNAME_MAX))
    .find(({ length }) => length >= USERNAME_MIN) ?? ''
