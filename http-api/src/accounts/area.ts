import type { BoardsArea } from '../boards'
import type { FilesArea } from '../files'
import type { LogArea } from '../log'
import type { AddressWork, ErasureWork, MemberDoc, MembersArea, ProfileWork } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { dataFrom, type PersonalData } from '../platform/personal-data'
import { Provided } from '../platform/work/provided'
import type { RecordArea } from '../record'
import type { SiteArea } from '../site'
import type { WordsArea } from '../words'
import { AccountAdmin } from './account-admin.service'
import { AccountDeletion } from './account-deletion.service'
import { accountExportRoutes } from './account-export.routes'
import { authRoutes } from './auth.routes'
import { AuthService } from './auth.service'
import { Credentials } from './credentials.service'
import { DemoSignIn } from './demo-sign-in'
import { EmailAddresses } from './email-addresses.service'
import { emailLinkFields, type EmailLinkDoc } from './email-links.model'
import { EmailLinks } from './email-links.service'
import { emailRoutes } from './email.routes'
import { Guesses } from './guesses'
import { Mail } from './mail'
import type { PasswordResetDoc } from './password-resets.model'
import { personalTokenFields, type PersonalTokenDoc } from './personal-tokens/personal-tokens.model'
import { personalTokenRoutes } from './personal-tokens/personal-tokens.routes'
import { PersonalTokens } from './personal-tokens/personal-tokens.service'
import { PasswordResets } from './password-resets.service'
import type { OidcResultDoc } from './oidc/oidc.model'
import { oidcRoutes } from './oidc/oidc.routes'
import { Oidc } from './oidc/oidc.service'
import { Providers } from './oidc/providers'
import { PasskeyChallenges } from './passkeys/passkey-challenges'
import { passkeyRoutes } from './passkeys/passkeys.routes'
import { Passkeys } from './passkeys/passkeys.service'
import { Passwords } from './passwords'
import { ProfileService } from './profile.service'
import type { RetiredUsernameDoc } from './retired-usernames.model'
import { renamingRoutes } from './renaming.routes'
import { Renaming } from './renaming.service'
import { RetiredUsernames } from './retired-usernames.service'
import { Seals } from '../platform/seals'
import { SecondFactorCodes } from './second-factor-codes'
import { SecondFactors } from './second-factors.service'
import { sessionFields, type SessionDoc } from './sessions.model'
import { REVOCATIONS_INTERVAL_MS, Sessions, SESSIONS_INTERVAL_MS } from './sessions.service'
import { Challenges } from './shield/challenges'
import type { ShieldRefusalsDoc, SpentChallengeDoc } from './shield/shield.model'
import { shieldRoutes } from './shield/shield.routes'
import { Shield } from './shield/shield.service'
import { SignInAddresses } from './sign-in-addresses'
import { Tokens } from './tokens'

interface AccountsNeeds {
  log: Pick<LogArea, 'freshness' | 'threadLog'>
  files: Pick<FilesArea, 'avatars'>
  members: Pick<MembersArea, 'queries' | 'blocks' | 'names' | 'former' | 'profiles' | 'onlineAmong'>
  record: Pick<RecordArea, 'log'>
  words: WordsArea
  boards: Pick<BoardsArea, 'queries' | 'readers' | 'requireFreshPassword' | 'onRightsChanged'>
  site: SiteArea
}

/** Accounts and their sessions: registering, signing in, passwords, second factors, export and deletion. */
export function createAccounts(ground: Ground<AccountsDb>, needs: AccountsNeeds) {
  const { db, config, publisher, ids, calendar, clock, limits, onFailure, inBackground } = ground
  const { log, files, members, record, words, boards, site } = needs
  const { freshness, threadLog } = log
  const { settings } = site
  // Moderation shows registrations and failed sign-ins, and ends bans whose time is over.
  const onRegistered = new Provided<[member: MemberDoc], Promise<void>>('lines of registrations')
  const onFailedSignIn = new Provided<[member: MemberDoc], void>('lines of failed sign-ins')
  const onProfileTexts = new Provided<[memberId: number, line: ProfileWork], Promise<void>>(
    'lines of profile texts',
  )
  const eraseContent = new Provided<[memberId: number], Promise<void>>('erasures')
  const endBan = new Provided<[member: MemberDoc], Promise<void>>('ends of bans')
  // Everything that is stored about a member, of all areas.
  const personalData = new Provided<[], readonly PersonalData[]>('personal data')

  const tokens = new Tokens(config.tokenSecret)
  const sessions = new Sessions({
    db,
    boards: boards.queries,
    freshness,
    publisher,
    tokens,
    ids,
    clock,
    readers: boards.readers,
    requiresSecondFactor: settings.requiresSecondFactor,
    // A member who writes was identified just before: the author and the counter need no reads of their own.
    onRead: (member, at) => {
      members.queries.keep(member, at)
      const marks = Object.keys(member.marks).length
      threadLog.rememberCounter({ key: `member:${member._id}`, epoch: member.epoch, marks })
    },
    onFailure: onFailure('session'),
  })
  members.onlineAmong.by((userIds) => sessions.onlineAmong(userIds))
  boards.onRightsChanged.by((userIds) => sessions.applyRights(userIds))
  site.onDutyChanged.by((userIds) => sessions.applyRights(userIds))
  boards.requireFreshPassword.by((viewer) => sessions.requireFreshPassword(viewer))

  const passwords = new Passwords()
  const retired = new RetiredUsernames(db, config.tokenSecret, clock)
  const addresses = new SignInAddresses({
    db,
    hash: (address) => tokens.hashAddress(address),
    days: config.addressDays,
    clock,
  })
  const seals = new Seals(config.tokenSecret)
  const guesses = new Guesses({ limits, addresses })
  const codes = new SecondFactorCodes({ db, guesses, seals, tokens, clock })
  const credentials = new Credentials({ db, sessions, passwords, codes, guesses, clock })
  const profile = new ProfileService({
    db,
    names: members.names,
    clock,
    onTexts: onProfileTexts.call,
    freshness,
    sessions,
    passwords,
    credentials,
    avatars: files.avatars,
    words: words.words,
    publisher,
    onFailure: onFailure('profile'),
  })
  const secondFactors = new SecondFactors({
    db,
    credentials,
    guesses,
    sessions,
    freshness,
    seals,
    tokens,
    log: record.log,
    siteName: settings.siteName,
    clock,
  })
  const mail = config.mail === undefined ? null : new Mail(config.mail, inBackground('mail'))
  const renaming = new Renaming({
    db,
    sessions,
    names: members.names,
    former: members.former,
    retired,
    words: words.words,
    log: record.log,
    freshness,
    onTexts: onProfileTexts.call,
    clock,
  })
  const links = new EmailLinks({ db, tokens, siteUrl: config.siteUrl, clock })
  const shield = new Shield({
    db,
    settings,
    challenges: new Challenges({
      db,
      tokenSecret: config.tokenSecret,
      hashAddress: (address) => tokens.hashAddress(address),
      clock,
    }),
    givesChallenges: config.rateLimits,
    clock,
    inBackground: inBackground('shield'),
  })
  const auth = new AuthService({
    db,
    names: members.names,
    invitations: site.invitations,
    agreements: site.agreements,
    sessions,
    boards: boards.queries,
    blockedBy: (userId) => members.blocks.list(userId),
    limits,
    passwords,
    words: words.words,
    settings,
    shield,
    codes,
    guesses,
    retired,
    endBan: endBan.call,
    addresses,
    former: members.former,
    links,
    ids,
    calendar,
    clock,
    onRegistered: onRegistered.call,
    welcome: (member, language) => emailAddresses.welcome(member, language),
    onFailedSignIn: onFailedSignIn.call,
  })
  const emailAddresses = new EmailAddresses({
    db,
    auth,
    sessions,
    links,
    limits,
    mail,
    siteName: settings.siteName,
    isRequired: settings.requiresVerifiedEmail,
    freshness,
    clock,
    inBackground: inBackground('mail'),
    onFailure: onFailure('address_notice'),
  })
  const passkeys = new Passkeys({
    db,
    auth,
    sessions,
    challenges: new PasskeyChallenges({ db, tokenSecret: config.tokenSecret, clock }),
    freshness,
    siteUrl: config.siteUrl,
    siteName: settings.siteName,
    clock,
  })
  const personalTokens = new PersonalTokens({
    db,
    boards: boards.queries,
    readers: boards.readers,
    sessions,
    tokens,
    ids,
    requiresSecondFactor: settings.requiresSecondFactor,
    clock,
    inBackground: inBackground('personal tokens'),
  })
  const oidc = new Oidc({
    db,
    providers: new Providers(config.oidcProviders ?? []),
    auth,
    sessions,
    freshness,
    seals,
    tokens,
    siteUrl: config.siteUrl,
    clock,
    onFailure: onFailure('sign-in with another site'),
  })
  const resets = new PasswordResets({
    db,
    auth,
    sessions,
    passwords,
    tokens,
    limits,
    mail,
    log: record.log,
    site: {
      name: settings.siteName,
      url: config.siteUrl,
      contact: () => site.identity.current().contact || null,
    },
    clock,
    inBackground: inBackground('password reset'),
  })
  const deletion = new AccountDeletion({
    db,
    profile,
    credentials,
    codes,
    freshness,
    sessions,
    retired,
    former: members.former,
    personalData: personalData.call,
    eraseContent: eraseContent.call,
    clock,
  })
  return {
    services: {
      auth,
      sessions,
      mail,
      emailAddresses,
      personalTokens,
      admin: new AccountAdmin({ db, auth, passwords, sessions, secondFactors }),
      onRegistered,
      onFailedSignIn,
      onProfileTexts,
      endBan,
      eraseContent,
      personalData,
    },
    routes: {
      ...authRoutes({
        auth,
        sessions,
        profile,
        credentials,
        resets,
        deletion,
        demoSignIn: new DemoSignIn(config),
        secondFactors,
      }),
      ...renamingRoutes(auth, renaming, members.profiles),
      ...emailRoutes(auth, emailAddresses),
      ...shieldRoutes(shield),
      ...passkeyRoutes(passkeys, auth),
      ...oidcRoutes(oidc),
      ...personalTokenRoutes(personalTokens),
      ...accountExportRoutes(personalData.call, (viewer) => sessions.requireFreshPassword(viewer)),
    },
    unfinished: {
      address_notice: (work: AddressWork, memberId: number) => emailAddresses.notify(work, memberId),
      erasure: (work: ErasureWork, memberId: number, now: Date) => deletion.eraseAgain(work, memberId, now),
    },
    recurring: [
      { what: 'session', everyMs: SESSIONS_INTERVAL_MS, run: () => sessions.flush() },
      { what: 'session', everyMs: REVOCATIONS_INTERVAL_MS, run: () => sessions.publishAgain() },
    ],
    prunes: { addresses: () => addresses.prune(), shield: () => shield.prune() },
    personal: [
      dataFrom('sessions', db.sessions, { fields: sessionFields, of: (userId) => ({ userId }) }),
      dataFrom('email-links', db.emailLinks, {
        fields: emailLinkFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.emailLinks.deleteMany({ userId }),
      }),
      dataFrom('personal-tokens', db.personalTokens, {
        fields: personalTokenFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.personalTokens.deleteMany({ userId }),
      }),
    ],
    stop: async () => {
      await sessions.flush()
      await mail?.close()
    },
  }
}
export type AccountsArea = ReturnType<typeof createAccounts>['services']
type AccountsDb = PlatformCollections & {
  members: Collection<MemberDoc>
  sessions: Collection<SessionDoc>
  passwordResets: Collection<PasswordResetDoc>
  emailLinks: Collection<EmailLinkDoc>
  retiredUsernames: Collection<RetiredUsernameDoc>
  oidcResults: Collection<OidcResultDoc>
  personalTokens: Collection<PersonalTokenDoc>
  shieldRefusals: Collection<ShieldRefusalsDoc>
  spentChallenges: Collection<SpentChallengeDoc>
}
