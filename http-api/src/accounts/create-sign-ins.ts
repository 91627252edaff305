import type { BoardsArea } from '../boards'
import type { LogArea } from '../log'
import type { MemberDoc } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import type { Seals } from '../platform/seals'
import type { SiteArea } from '../site'
import type { AuthService } from './auth.service'
import type { OidcResultDoc } from './oidc/oidc.model'
import { oidcRoutes } from './oidc/oidc.routes'
import { Oidc } from './oidc/oidc.service'
import { Providers } from './oidc/providers'
import { PasskeyChallenges } from './passkeys/passkey-challenges'
import { passkeyRoutes } from './passkeys/passkeys.routes'
import { Passkeys } from './passkeys/passkeys.service'
import { personalTokenFields, type PersonalTokenDoc } from './personal-tokens/personal-tokens.model'
import { personalTokenRoutes } from './personal-tokens/personal-tokens.routes'
import { PersonalTokens } from './personal-tokens/personal-tokens.service'
import type { SecondFactorCodes } from './second-factor-codes'
import type { SecurityNotices } from './security-notices.service'
import type { SessionDoc } from './sessions.model'
import type { Sessions } from './sessions.service'
import type { SpentChallengeDoc } from './shield/shield.model'
import type { Tokens } from './tokens'

interface SignInsNeeds {
  log: Pick<LogArea, 'freshness'>
  boards: Pick<BoardsArea, 'queries' | 'readers'>
  site: Pick<SiteArea, 'settings'>
}

/** The ways to sign in without a password: keys of devices, accounts of other sites, and tokens for programs. */
export function createSignIns(
  ground: Ground<SignInsDb>,
  { log, boards, site }: SignInsNeeds,
  {
    auth,
    sessions,
    codes,
    notices,
    tokens,
    seals,
  }: {
    auth: AuthService
    sessions: Sessions
    codes: SecondFactorCodes
    notices: SecurityNotices
    tokens: Tokens
    seals: Seals
  },
) {
  const { db, config, ids, clock, onFailure, inBackground } = ground
  const { freshness } = log
  const { settings } = site
  const passkeys = new Passkeys({
    db,
    auth,
    sessions,
    notices,
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
  sessions.personalTokensOf.by((userIds) => personalTokens.idsOf(userIds))
  const oidc = new Oidc({
    db,
    providers: new Providers(config.oidcProviders ?? []),
    auth,
    sessions,
    codes,
    notices,
    freshness,
    seals,
    tokens,
    siteUrl: config.siteUrl,
    clock,
    onFailure: onFailure('sign-in with another site'),
  })
  return {
    personalTokens,
    passkeys,
    routes: {
      ...passkeyRoutes(passkeys, auth),
      ...oidcRoutes(oidc),
      ...personalTokenRoutes(personalTokens),
    },
    personal: dataFrom('personal-tokens', db.personalTokens, {
      fields: personalTokenFields,
      of: (userId) => ({ userId }),
      erase: (userId) => db.personalTokens.deleteMany({ userId }),
    }),
  }
}

type SignInsDb = PlatformCollections & {
  members: Collection<MemberDoc>
  sessions: Collection<SessionDoc>
  oidcResults: Collection<OidcResultDoc>
  personalTokens: Collection<PersonalTokenDoc>
  spentChallenges: Collection<SpentChallengeDoc>
}
