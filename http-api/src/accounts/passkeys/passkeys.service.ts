import type { Clock } from '@forum/shared/clock'
import type { AssertedPasskey, CreatedPasskey, CurrentUser } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { PASSKEYS_PER_MEMBER } from '../../platform/limits'
import { REFUSALS, type Language } from '@forum/shared/bilingual'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import type { Freshness } from '../../log'
import { NOT_DELETED, openAt, presentPasskey, type MemberDoc, type Passkey } from '../../members'
import { DURABLE } from '../../platform/mongo/database'
import type { Collection } from '../../platform/mongo/model'
import type { Viewer } from '../../platform/http/viewer'
import { withWork } from '../../platform/work/unfinished'
import type { AuthService, CallOrigin, SignedIn } from '../auth.service'
import type { SecurityNotices } from '../security-notices.service'
import type { Sessions } from '../sessions.service'
import { waysToSignIn } from '../ways-to-sign-in'
import type { PasskeyChallenges } from './passkey-challenges'
import { relyingPartyOf } from './relying-party'

const SIGN_IN = 'sign in'
const library = () => import('@simplewebauthn/server')

/** Passkeys: keys on members' devices that sign in without a password, and stand for a second factor as well. */
export class Passkeys {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      auth: Pick<AuthService, 'openAccount'>
      sessions: Pick<Sessions, 'requireFreshPassword' | 'confirmPassword' | 'applyRights'>
      notices: Pick<SecurityNotices, 'work' | 'notifySoon'>
      challenges: PasskeyChallenges
      freshness: Freshness
      siteUrl: () => string
      siteName: () => string
      clock: Clock
    },
  ) {}

  /**
   * Returns the options with which the caller's browser creates a passkey.
   *
   * @throws ForumError `PASSWORD_REQUIRED`, `CONFLICT` if the caller has as many as a member may have
   */
  async begin(viewer: Viewer) {
    const { sessions, challenges, siteUrl, siteName } = this.deps
    await sessions.requireFreshPassword(viewer)
    const { _id, username, displayName, passkeys = [] } = await this.read(viewer.actor.id)
    if (passkeys.length >= PASSKEYS_PER_MEMBER) throw new ForumError('CONFLICT')
    const { generateRegistrationOptions } = await library()
    return generateRegistrationOptions({
      rpName: siteName(),
      rpID: relyingPartyOf(siteUrl()).id,
      userName: username,
      userDisplayName: displayName || username,
      userID: new Uint8Array(Buffer.from(String(_id))),
      challenge: challenges.create(`add ${_id}`),
      attestationType: 'none',
      excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /**
   * Adds the passkey that the caller's browser has created.
   *
   * @throws ForumError `PASSWORD_REQUIRED`, `VALIDATION_FAILED` if it was not made with options that were given to the
   * caller, `CONFLICT` if it belongs to an account, or the caller has as many as a member may have
   */
  async add(
    viewer: Viewer,
    { name = '', ...created }: CreatedPasskey & { name?: string | undefined },
    language?: Language,
  ): Promise<{ member: MemberDoc; passkey: CurrentUser['passkeys'][number] }> {
    const { db, sessions, challenges, siteUrl, clock } = this.deps
    await sessions.requireFreshPassword(viewer)
    const _id = viewer.actor.id
    const { id, origins } = relyingPartyOf(siteUrl())
    const { verifyRegistrationResponse } = await library()
    let challenge = ''
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, response: defined(created.response), clientExtensionResults: {} },
      expectedChallenge: (signed) => {
        challenge = signed
        return challenges.isGiven(signed, `add ${_id}`)
      },
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
    }).catch(refuse)
    if (!registrationInfo || !(await challenges.spend(challenge))) return refuse()
    const { credential } = registrationInfo
    const passkey: Passkey = {
      id: credential.id,
      name: name || 'Passkey',
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: created.response.transports ?? [],
      createdAt: clock.now(),
      lastUsedAt: null,
    }
    if ((await db.members.findOne({ 'passkeys.id': passkey.id })) !== null) throw new ForumError('CONFLICT')
    const work = this.deps.notices.work('passkey_added', passkey.name, language)
    const member = await db.members.findOneAndUpdate(
      {
        _id,
        ...openAt(clock.now()),
        [`passkeys.${PASSKEYS_PER_MEMBER - 1}`]: { $exists: false },
      },
      withWork({ $push: { passkeys: passkey } }, work),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError('CONFLICT')
    await this.changed(member)
    this.deps.notices.notifySoon(work, _id)
    return { member, passkey: presentPasskey(passkey) }
  }

  /** @throws ForumError `NOT_FOUND` */
  async rename({ actor }: Viewer, id: string, name: string): Promise<MemberDoc> {
    const member = await this.deps.db.members.findOneAndUpdate(
      { _id: actor.id, ...NOT_DELETED, 'passkeys.id': id },
      { $set: { 'passkeys.$.name': name } },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError('NOT_FOUND')
    this.deps.freshness.emit('memberChanged', actor.id)
    return member
  }

  /** @throws ForumError `PASSWORD_REQUIRED`, `NOT_FOUND`, `CONFLICT` for the last way to sign in */
  async remove(viewer: Viewer, id: string, language?: Language): Promise<void> {
    const { db, sessions, notices } = this.deps
    await sessions.requireFreshPassword(viewer)
    const before = await this.read(viewer.actor.id)
    const removed = before.passkeys?.find((one) => one.id === id)
    if (!removed) throw new ForumError('NOT_FOUND')
    if (waysToSignIn(before) === 1) throw new ForumError('CONFLICT', { detail: REFUSALS.lastWayToSignIn })
    const work = notices.work('passkey_removed', removed.name, language)
    const member = await db.members.findOneAndUpdate(
      { _id: before._id, ...NOT_DELETED, 'passkeys.id': id },
      withWork({ $pull: { passkeys: { id } } }, work),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError('NOT_FOUND')
    await this.changed(member)
    notices.notifySoon(work, member._id)
  }

  /** Returns the options with which a browser signs in, with any passkey that it has for this site. */
  async beginSignIn() {
    const { generateAuthenticationOptions } = await library()
    return generateAuthenticationOptions({
      rpID: relyingPartyOf(this.deps.siteUrl()).id,
      challenge: this.deps.challenges.create(SIGN_IN),
      userVerification: 'required',
    })
  }

  /**
   * Signs in the member to whom a passkey belongs.
   *
   * @throws ForumError `INVALID_CREDENTIALS`, `ACCOUNT_BANNED`, `ACCOUNT_INACTIVE`
   */
  async signIn(asserted: AssertedPasskey, origin: CallOrigin): Promise<SignedIn> {
    return this.deps.auth.openAccount(await this.verify(asserted), origin)
  }

  /**
   * Records that a passkey of the caller has just been used in this session, as a typed password is.
   *
   * @throws ForumError `WRONG_PASSWORD`
   */
  async confirm(viewer: Viewer, asserted: AssertedPasskey): Promise<void> {
    const member = await this.verify(asserted).catch((cause: unknown) => {
      throw new ForumError('WRONG_PASSWORD', { cause })
    })
    if (member._id !== viewer.actor.id) throw new ForumError('WRONG_PASSWORD')
    await this.deps.sessions.confirmPassword(viewer)
  }

  /** Returns the member to whom a passkey belongs that has signed a challenge; rejects with `INVALID_CREDENTIALS`. */
  private async verify(asserted: AssertedPasskey): Promise<MemberDoc> {
    const { db, challenges, siteUrl, clock } = this.deps
    const member = await db.members.findOne({ 'passkeys.id': asserted.id, ...NOT_DELETED } as object)
    const passkey = member?.passkeys?.find(({ id }) => id === asserted.id)
    if (!member || !passkey) throw new ForumError('INVALID_CREDENTIALS')
    const { id, origins } = relyingPartyOf(siteUrl())
    const { verifyAuthenticationResponse } = await library()
    let challenge = ''
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...asserted, clientExtensionResults: {} } as never,
      expectedChallenge: (signed) => {
        challenge = signed
        return challenges.isGiven(signed, SIGN_IN)
      },
      expectedOrigin: origins,
      expectedRPID: id,
      credential: credentialOf(passkey),
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw new ForumError('INVALID_CREDENTIALS', { cause })
    })
    if (!verified || !(await challenges.spend(challenge))) throw new ForumError('INVALID_CREDENTIALS')
    await db.members.updateOne(
      { _id: member._id, ...NOT_DELETED, 'passkeys.id': passkey.id },
      {
        $set: { 'passkeys.$.counter': authenticationInfo.newCounter, 'passkeys.$.lastUsedAt': clock.now() },
      },
      { writeConcern: DURABLE },
    )
    this.deps.freshness.emit('memberChanged', member._id)
    return member
  }

  private async read(_id: number): Promise<MemberDoc> {
    const member = await this.deps.db.members.findOne({ _id, ...NOT_DELETED })
    if (!member) throw new ForumError('UNAUTHENTICATED')
    return member
  }

  private async changed({ _id, role }: MemberDoc): Promise<void> {
    this.deps.freshness.emit('memberChanged', _id)
    // The rights of staff may depend on it.
    if (role !== 'user') await this.deps.sessions.applyRights([_id])
  }
}

/** Refuses what the browser sent; what exactly is wrong helps nobody. */
function refuse(cause?: unknown): never {
  throw refusedField('response', 'invalid', cause)
}

const defined = ({ transports, ...response }: CreatedPasskey['response']) =>
  transports === undefined ? response : { ...response, transports }

const credentialOf = ({ id, publicKey, counter }: Passkey): WebAuthnCredential => ({
  id,
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  counter,
})
