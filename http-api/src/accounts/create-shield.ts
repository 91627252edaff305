import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import type { SiteArea } from '../site'
import { Challenges } from './shield/challenges'
import type { ShieldRefusalsDoc, SpentChallengeDoc } from './shield/shield.model'
import { Shield } from './shield/shield.service'
import type { Tokens } from './tokens'

/** Creates the shield against programs that register. */
export function createShield(
  { db, config, clock, inBackground }: Ground<ShieldDb>,
  { site }: { site: Pick<SiteArea, 'settings'> },
  tokens: Tokens,
): Shield {
  return new Shield({
    db,
    settings: site.settings,
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
}

interface ShieldDb {
  shieldRefusals: Collection<ShieldRefusalsDoc>
  spentChallenges: Collection<SpentChallengeDoc>
}
