import { DAY_MS, HOUR_MS, type Clock } from '@forum/shared/clock'
import { UNDO_EMAIL_DAYS, VERIFY_EMAIL_HOURS } from '@forum/shared/limits'
import { insertDurable } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { EmailLinkDoc } from './email-links.model'
import type { Tokens } from './tokens'

type Kind = EmailLinkDoc['kind']

/** The path of the screen that each kind of link opens, and how long it is valid. */
const KINDS: Record<Kind, { path: string; validMs: number }> = {
  verify: { path: '/verify-email', validMs: VERIFY_EMAIL_HOURS * HOUR_MS },
  undo: { path: '/undo-email', validMs: UNDO_EMAIL_DAYS * DAY_MS },
}

/** The mailed links about addresses. */
export class EmailLinks {
  constructor(
    private readonly deps: {
      db: { emailLinks: Collection<EmailLinkDoc> }
      tokens: Tokens
      siteUrl: () => string
      clock: Clock
    },
  ) {}

  /**
   * Makes a link to mail to an address. One that confirms replaces those before; one that takes a change back replaces
   * that of the same change.
   */
  async make(kind: Kind, userId: number, address: string, changeId?: string): Promise<string> {
    const { db, tokens, siteUrl, clock } = this.deps
    const token = tokens.create()
    const { path, validMs } = KINDS[kind]
    await db.emailLinks.deleteMany({ userId, kind, ...(changeId === undefined ? {} : { changeId }) })
    await insertDurable(db.emailLinks, {
      _id: tokens.hash(token) ?? '',
      userId,
      kind,
      address,
      addressLower: address.toLowerCase(),
      ...(changeId === undefined ? {} : { changeId }),
      expiresAt: new Date(clock.now().getTime() + validMs),
    })
    // In the fragment, so that the token appears in no server log or referrer.
    return `${siteUrl()}${path}#${token}`
  }

  /** Returns the link of a token; null unless it is of that kind and still valid. */
  find(kind: Kind, token: string): Promise<EmailLinkDoc | null> {
    const { db, tokens, clock } = this.deps
    return db.emailLinks.findOne({ _id: tokens.hash(token) ?? '', kind, expiresAt: { $gt: clock.now() } })
  }

  /** Returns true if another account may still return to the address, so that nobody else gets it. */
  async isReserved(address: string, userId: number | null): Promise<boolean> {
    const { db, clock } = this.deps
    const found = await db.emailLinks.findOne({
      kind: 'undo',
      addressLower: address.toLowerCase(),
      expiresAt: { $gt: clock.now() },
      ...(userId === null ? {} : { userId: { $ne: userId } }),
    })
    return found !== null
  }

  /** Ends the links of a member: all, or those of one kind. */
  async end(userId: number, kind?: Kind): Promise<void> {
    await this.deps.db.emailLinks.deleteMany({ userId, ...(kind ? { kind } : {}) })
  }
}
