import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { LRUCache } from 'lru-cache'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { Viewer } from '../platform/http/viewer'
import type { AgreementDoc } from './pages.model'
import type { PageToAgree, SitePages } from './pages.service'

/** What newcomers agree to by registering. */
const ON_REGISTRATION = ['terms', 'privacy']
const KNOWN_MAX = 10_000

/** Which versions of the site's pages members have agreed to, and when. */
export class Agreements {
  /** What a member was found to owe nothing of, by member. */
  private readonly known = new LRUCache<number, string>({ max: KNOWN_MAX })

  constructor(
    private readonly deps: {
      db: { agreements: Collection<AgreementDoc> }
      pages: Pick<SitePages, 'toAgree' | 'versionOf'>
      clock: Clock
    },
  ) {}

  /** Returns what a member still has to agree to. */
  async due(userId: number): Promise<PageToAgree[]> {
    const wanted = this.deps.pages.toAgree()
    if (wanted.length === 0) return []
    const found = await this.deps.db.agreements
      .find({ userId, slug: { $in: wanted.map(({ slug }) => slug) } })
      .toArray()
    return wanted.filter((page) =>
      found.every(({ slug, version }) => slug !== page.slug || version < page.version),
    )
  }

  /**
   * Refuses a member who has not agreed to what the site asks for.
   *
   * @throws ForumError `AGREEMENT_REQUIRED`
   */
  async require({ actor }: Pick<Viewer, 'actor'>): Promise<void> {
    const wanted = JSON.stringify(this.deps.pages.toAgree())
    if (wanted === '[]' || this.known.get(actor.id) === wanted) return
    if ((await this.due(actor.id)).length > 0) throw new ForumError('AGREEMENT_REQUIRED')
    this.known.set(actor.id, wanted)
  }

  /** Returns what a member agreed to, the newest version of a page first, and what is still due. */
  async of(userId: number) {
    const found = await this.deps.db.agreements.find({ userId }, { sort: { slug: 1, version: -1 } }).toArray()
    const agreements = found.map(({ slug, version, at }) => ({ slug, version, agreedAt: at.toISOString() }))
    return { agreements, due: await this.due(userId) }
  }

  /**
   * Keeps that a member agrees to a page; agreeing again changes nothing.
   *
   * @throws ForumError `NOT_FOUND`, `CONFLICT` if the page has another text by now
   */
  async agree({ actor }: Viewer, { slug, version }: PageToAgree): Promise<void> {
    const current = await this.deps.pages.versionOf(slug)
    if (current === null) throw new ForumError('NOT_FOUND')
    if (version !== current) throw new ForumError('CONFLICT')
    await this.keep(actor.id, { slug, version })
  }

  /** Keeps what a newcomer agrees to by registering. */
  async agreeOnRegistration(userId: number): Promise<void> {
    for (const slug of ON_REGISTRATION) {
      const version = await this.deps.pages.versionOf(slug)
      if (version !== null) await this.keep(userId, { slug, version })
    }
  }

  private async keep(userId: number, { slug, version }: PageToAgree): Promise<void> {
    await this.deps.db.agreements.updateOne(
      { _id: `${userId}:${slug}:${version}` },
      { $setOnInsert: { userId, slug, version, at: this.deps.clock.now() } },
      { upsert: true, writeConcern: DURABLE },
    )
  }
}
