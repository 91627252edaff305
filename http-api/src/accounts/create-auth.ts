import type { BoardsArea } from '../boards'
import type { MemberDoc, MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { SiteArea } from '../site'
import type { WordsArea } from '../words'
import { AuthService } from './auth.service'
import type { EmailLinkDoc } from './email-links.model'
import { EmailLinks } from './email-links.service'
import { SameSource } from './same-source'
import type { SignInAddresses } from './sign-in-addresses'
import type { Tokens } from './tokens'

interface AuthNeeds {
  members: Pick<MembersArea, 'blocks' | 'names' | 'former'>
  words: WordsArea
  boards: Pick<BoardsArea, 'queries' | 'readers'>
  site: Pick<SiteArea, 'settings' | 'invitations' | 'agreements'>
}

type AuthParts = Pick<
  ConstructorParameters<typeof AuthService>[0],
  | 'sessions'
  | 'passwords'
  | 'codes'
  | 'guesses'
  | 'retired'
  | 'shield'
  | 'endBan'
  | 'onRegistered'
  | 'onFailedSignIn'
  | 'welcome'
> & { addresses: SignInAddresses; tokens: Tokens }

/** Registering and signing in, with what tells who may do so. */
export function createAuth(
  { db, config, ids, calendar, clock, limits }: Ground<AuthDb>,
  { members, words, boards, site }: AuthNeeds,
  { tokens, ...parts }: AuthParts,
) {
  const links = new EmailLinks({ db, tokens, siteUrl: config.siteUrl, clock })
  const source = new SameSource({ db, addresses: parts.addresses, clock })
  const auth = new AuthService({
    ...parts,
    db,
    names: members.names,
    invitations: site.invitations,
    agreements: site.agreements,
    boards: boards.queries,
    readers: boards.readers,
    blockedBy: (userId) => members.blocks.list(userId),
    limits,
    words: words.words,
    settings: site.settings,
    former: members.former,
    source,
    links,
    ids,
    calendar,
    clock,
  })
  return { auth, links, source }
}

type AuthDb = PlatformCollections & {
  members: Collection<MemberDoc>
  emailLinks: Collection<EmailLinkDoc>
}
