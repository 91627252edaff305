import type { BoardsArea } from '../boards'
import type { FilesArea } from '../files'
import type { LogArea } from '../log'
import type { ErasureWork, MemberDoc, MembersArea, ProfileWork } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { PersonalData } from '../platform/personal-data'
import { Provided } from '../platform/work/provided'
import type { RecordArea } from '../record'
import type { SiteArea } from '../site'
import type { WordsArea } from '../words'
import { AccountAdmin } from './account-admin.service'
import { AccountDeletion } from './account-deletion.service'
import { accountExportRoutes } from './account-export.routes'
import { authRoutes } from './auth.routes'
import { createAuth } from './create-auth'
import { createCredentials } from './create-credentials'
import { createEmails } from './create-emails'
import { createProfiles } from './create-profiles'
import { createSessions } from './create-sessions'
import { createShield } from './create-shield'
import { createSignIns } from './create-sign-ins'
import { DemoSignIn } from './demo-sign-in'
import type { EmailLinkDoc } from './email-links.model'
import type { OidcResultDoc } from './oidc/oidc.model'
import type { PasswordResetDoc } from './password-resets.model'
import type { PersonalTokenDoc } from './personal-tokens/personal-tokens.model'
import { renamingRoutes } from './renaming.routes'
import type { RetiredUsernameDoc } from './retired-usernames.model'
import type { SecurityNotification } from './security-notices.service'
import type { SessionDoc } from './sessions.model'
import type { ShieldRefusalsDoc, SpentChallengeDoc } from './shield/shield.model'
import { shieldRoutes } from './shield/shield.routes'
import { Tokens } from './tokens'

interface AccountsNeeds {
  log: Pick<LogArea, 'freshness' | 'threadLog'>
  files: Pick<FilesArea, 'avatars'>
  members: Pick<MembersArea, 'queries' | 'blocks' | 'names' | 'former' | 'profiles' | 'onlineAmong'>
  record: Pick<RecordArea, 'log'>
  words: WordsArea
  boards: Pick<
    BoardsArea,
    'queries' | 'readers' | 'lacksSecondFactor' | 'requireFreshPassword' | 'onRightsChanged'
  >
  site: SiteArea
}

/** Functions that other areas provide: moderation lists registrations and failed sign-ins, ends bans and erases. */
const createHooks = () => ({
  onRegistered: new Provided<[member: MemberDoc], Promise<void>>('lines of registrations'),
  onFailedSignIn: new Provided<[member: MemberDoc], void>('lines of failed sign-ins'),
  onProfileTexts: new Provided<[memberId: number, line: ProfileWork], Promise<void>>(
    'lines of profile texts',
  ),
  eraseContent: new Provided<[memberId: number], Promise<void>>('erasures'),
  onSecurityChange: new Provided<[notification: SecurityNotification], Promise<void>>(
    'notifications of ways to sign in',
  ),
  endBan: new Provided<[member: MemberDoc], Promise<void>>('ends of bans'),
  // Everything that is stored about a member, of all areas.
  personalData: new Provided<[], readonly PersonalData[]>('personal data'),
})

/** Accounts and their sessions: registering, signing in, passwords, second factors, export and deletion. */
export function createAccounts(ground: Ground<AccountsDb>, needs: AccountsNeeds) {
  const { db, config, clock } = ground
  const { log, members } = needs
  const hooks = createHooks()
  const tokens = new Tokens(config.tokenSecret)
  const { sessions, recurring, personal } = createSessions(ground, needs, tokens)
  const { passwords, addresses, seals, guesses, codes, credentials, secondFactors } = createCredentials(
    ground,
    needs,
    { sessions, tokens },
  )
  const { retired, profile, renaming } = createProfiles(ground, needs, {
    sessions,
    passwords,
    credentials,
    onTexts: hooks.onProfileTexts.call,
  })
  const shield = createShield(ground, needs, tokens)
  const { auth, links, source } = createAuth(ground, needs, {
    sessions,
    passwords,
    codes,
    guesses,
    addresses,
    tokens,
    retired,
    shield,
    endBan: hooks.endBan.call,
    onRegistered: hooks.onRegistered.call,
    onFailedSignIn: hooks.onFailedSignIn.call,
    welcome: (member, language) => emails.addresses.welcome(member, language),
  })
  const emails = createEmails(ground, needs, {
    auth,
    sessions,
    passwords,
    tokens,
    links,
    onSecurityChange: hooks.onSecurityChange.call,
  })
  const signIns = createSignIns(ground, needs, {
    auth,
    sessions,
    codes,
    notices: emails.notices,
    tokens,
    seals,
  })
  const deletion = new AccountDeletion({
    db,
    profile,
    credentials,
    codes,
    freshness: log.freshness,
    sessions,
    retired,
    former: members.former,
    personalData: hooks.personalData.call,
    eraseContent: hooks.eraseContent.call,
    clock,
  })
  return {
    services: {
      auth,
      sessions,
      mail: emails.mail,
      shield,
      source,
      eraseProfile: (memberId: number) => profile.erase(memberId),
      emailAddresses: emails.addresses,
      personalTokens: signIns.personalTokens,
      admin: new AccountAdmin({
        db,
        auth,
        passwords,
        sessions,
        secondFactors,
        names: members.names,
        freshness: log.freshness,
        log: needs.record.log,
      }),
      ...hooks,
    },
    routes: {
      ...authRoutes({
        auth,
        sessions,
        profile,
        credentials,
        resets: emails.resets,
        deletion,
        demoSignIn: new DemoSignIn(config),
        secondFactors,
        passkeys: signIns.passkeys,
        personalTokens: signIns.personalTokens,
      }),
      ...renamingRoutes(auth, renaming, members.profiles),
      ...emails.routes,
      ...shieldRoutes(shield),
      ...signIns.routes,
      ...accountExportRoutes(hooks.personalData.call, (viewer) => sessions.requireFreshPassword(viewer)),
    },
    unfinished: {
      ...emails.unfinished,
      erasure: (work: ErasureWork, memberId: number, now: Date) => deletion.eraseAgain(work, memberId, now),
    },
    recurring,
    prunes: { addresses: () => addresses.prune(), shield: () => shield.prune() },
    personal: [personal, emails.personal, signIns.personal],
    stop: async () => {
      await sessions.flush()
      await emails.mail?.close()
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
