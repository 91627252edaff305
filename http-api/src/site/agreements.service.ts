import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { LRUCache } from 'lru-cache'
import { NOT_DELETED, type AgreementWork, type MemberDoc } from '../members'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { finishNow } from '../platform/work/unfinished'
import type { Viewer } from '../platform/http/viewer'
import type { AgreementDoc } from './pages.model'
import type { PageToAgree, SitePages } from './pages.service'

/** The pages that newcomers agree to by registering. */
const ON_REGISTRATION = ['terms', 'privacy']
const KNOWN_MAX = 10_000

/** Which versions of the site's pages members have agreed to, and when. */
export class Agreements {
  /** By member, the duties that the member was last found to have fulfilled. */
  private readonly fulfilled = new LRUCache<number, string>({ max: KNOWN_MAX })

  constructor(
    private readonly deps: {
      db: { agreements: Collection<AgreementDoc>; members: Collection<MemberDoc> }
      pages: Pick<SitePages, 'toAgree' | 'versionOf'>
      clock: Clock
      onFailure: (error: unknown) => void
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
    if (wanted === '[]' || this.fulfilled.get(actor.id) === wanted) return
    if ((await this.due(actor.id)).length > 0) throw new ForumError('AGREEMENT_REQUIRED')
    this.fulfilled.set(actor.id, wanted)
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

  /** Returns the work to keep what a newcomer agrees to by registering, which the account carries. */
  async byRegistering(since: Date): Promise<AgreementWork> {
    const pages: PageToAgree[] = []
    for (const slug of ON_REGISTRATION) {
      const version = await this.deps.pages.versionOf(slug)
      if (version !== null) pages.push({ slug, version })
    }
    return { id: 'agreement', kind: 'agreement', since, pages }
  }

  /** Keeps what a newcomer has agreed to; the sweep repeats what fails. */
  async keepCarried(memberId: number, work: AgreementWork): Promise<void> {
    const { db, onFailure } = this.deps
    const carried = { carrier: db.members, _id: memberId, ids: [work.id] }
    await finishNow(carried, () => this.finish(memberId, work), onFailure)
  }

  /** Keeps the same, unless the account is deleted by now. */
  async finish(memberId: number, { pages, since }: AgreementWork): Promise<void> {
    if (!(await this.deps.db.members.findOne({ _id: memberId, ...NOT_DELETED }))) return
    for (const page of pages) await this.keep(memberId, page, since)
  }

  private async keep(
    userId: number,
    { slug, version }: PageToAgree,
    at = this.deps.clock.now(),
  ): Promise<void> {
    await this.deps.db.agreements.updateOne(
      { _id: `${userId}:${slug}:${version}` },
      { $setOnInsert: { userId, slug, version, at } },
      { upsert: true, writeConcern: DURABLE },
    )
  }
}
