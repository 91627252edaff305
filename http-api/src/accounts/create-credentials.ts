import type { LogArea } from '../log'
import type { MemberDoc } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { Seals } from '../platform/seals'
import type { RecordArea } from '../record'
import type { SiteArea } from '../site'
import { Credentials } from './credentials.service'
import { Guesses } from './guesses'
import { Passwords } from './passwords'
import { SecondFactorCodes } from './second-factor-codes'
import { SecondFactors } from './second-factors.service'
import type { Sessions } from './sessions.service'
import { SignInAddresses } from './sign-in-addresses'
import type { Tokens } from './tokens'

interface CredentialsNeeds {
  log: Pick<LogArea, 'freshness'>
  record: Pick<RecordArea, 'log'>
  site: Pick<SiteArea, 'settings'>
}

/** Creates the services that prove who a member is, with passwords and second factors, and limit guesses. */
export function createCredentials(
  ground: Ground<CredentialsDb>,
  { log, record, site }: CredentialsNeeds,
  { sessions, tokens }: { sessions: Sessions; tokens: Tokens },
) {
  const { db, config, limits, clock } = ground
  const passwords = new Passwords()
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
  const secondFactors = new SecondFactors({
    db,
    credentials,
    guesses,
    sessions,
    freshness: log.freshness,
    seals,
    tokens,
    log: record.log,
    siteName: site.settings.siteName,
    clock,
  })
  return { passwords, addresses, seals, guesses, codes, credentials, secondFactors }
}

type CredentialsDb = PlatformCollections & { members: Collection<MemberDoc> }
