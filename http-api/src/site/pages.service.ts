import type { Clock } from '@forum/shared/clock'
import { DEFAULT_PAGE_SLUGS, defaultPage, REFUSALS, type DefaultPageSlug } from '@forum/shared/bilingual'
import type { ActChange, PageVersion, SitePage } from '@forum/shared/contract'
import { ForumError, type Language } from '@forum/shared/errors'
import { PAGE_VERSIONS_SHOWN, SITE_PAGES_MAX } from '../platform/limits'
import { mayAdminister } from '@forum/shared/policies'
import { cutCharacters } from '@forum/shared/text'
import { presentBoardName, type BoardQueries } from '../boards'
import type { MemberQueries } from '../members'
import { changedFields, RevisedDocument, SYSTEM, type ModerationLog } from '../record'
import { authorize } from '../platform/http/authorize'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { Copies } from '../platform/work/copies'
import type { Viewer } from '../platform/http/viewer'
import type { Identity } from './identity.service'
import type { PageVersionDoc, SitePagesDoc, StoredPage } from './pages.model'

/** When the default texts were last changed. */
const DEFAULTS_UPDATED_AT = new Date('2025-08-09T00:00:00.000Z')
/** The part of a change that the log quotes. */
const LOGGED_LENGTH = 500

interface GivenPage {
  title: string
  content: string
  /** True has members agree to this version before they write, false no longer asks them; otherwise that stays. */
  mustAgree?: boolean | undefined
}

/** A page whose newer version members must agree to. */
export interface PageToAgree {
  slug: string
  version: number
}

const isDefault = (slug: string): slug is DefaultPageSlug =>
  (DEFAULT_PAGE_SLUGS as readonly string[]).includes(slug)

/** The pages of the site: terms, privacy and help, which have default texts, and those that admins add. */
export class SitePages {
  private readonly document: RevisedDocument<SitePagesDoc, readonly StoredPage[]>
  private pages: readonly StoredPage[] = []

  constructor(
    private readonly deps: {
      db: { sitePages: Collection<SitePagesDoc>; pageVersions: Collection<PageVersionDoc> }
      identity: () => Identity
      boards: BoardQueries
      members: MemberQueries
      log: ModerationLog
      /** Called when the site has other pages. */
      onChanged: () => Promise<void>
      clock: Clock
      copies: Copies
    },
  ) {
    this.document = new RevisedDocument({
      clock: deps.clock,
      copies: deps.copies,
      collection: deps.db.sitePages,
      log: deps.log,
      missing: { pages: [], revision: 0 },
      contentOf: ({ pages }) => (this.pages = pages),
    })
  }

  /** Returns the pages that the site has, as this process last read them. */
  readonly list = (): { slug: string; title: string }[] => {
    const written = new Map(this.pages.map(({ slug, title }) => [slug, title]))
    const titleOf = (slug: DefaultPageSlug) =>
      written.get(slug) ?? defaultPage(slug, { name: '', contact: '', feedback: null }, 'zh').title
    return [
      ...DEFAULT_PAGE_SLUGS.map((slug) => ({ slug, title: titleOf(slug) })),
      ...this.pages.flatMap(({ slug, title }) => (isDefault(slug) ? [] : [{ slug, title }])),
    ]
  }

  /** Returns the pages that members must have agreed to before they write, as this process last read them. */
  readonly toAgree = (): PageToAgree[] =>
    this.pages.flatMap(({ slug, agreedFrom }) => (agreedFrom === 0 ? [] : [{ slug, version: agreedFrom }]))

  /** Reads the pages again if another process has changed them. */
  async refresh(): Promise<void> {
    await this.document.current()
  }

  /** @throws ForumError `NOT_FOUND` */
  async get(slug: string, language: Language): Promise<SitePage> {
    const found = (await this.document.current()).find((page) => page.slug === slug)
    if (found) return present(found)
    if (!isDefault(slug)) throw new ForumError('NOT_FOUND')
    return present(await this.defaultOf(slug, language))
  }

  /** Returns the version of a page that readers see; null if there is no such page. */
  async versionOf(slug: string): Promise<number | null> {
    const found = (await this.document.current()).find((page) => page.slug === slug)
    return found?.version ?? (isDefault(slug) ? 1 : null)
  }

  /**
   * Writes a page; the text before stays in its history. A page whose text is the same keeps its version.
   *
   * @throws ForumError `FORBIDDEN`, `CONFLICT` if there are too many pages
   */
  async set(viewer: Viewer, slug: string, given: GivenPage): Promise<SitePage> {
    const { actor } = viewer
    authorize(mayAdminister(actor))
    const { result, isChanged } = await this.document.change(async (stored) => {
      const old = stored.pages.find((page) => page.slug === slug) ?? null
      const before = old ?? (isDefault(slug) ? await this.defaultOf(slug, 'zh') : null)
      if (!old && stored.pages.length >= SITE_PAGES_MAX) throw new ForumError('CONFLICT')
      const page = await this.after(before, slug, given, actor.id)
      const changes = changedFields(before && loggedOf(before), loggedOf(page))
      if (changes.length === 0) return { result: page }
      if (before && before.version !== page.version) await this.keepVersion(before)
      const others = stored.pages.map((each) => (each.slug === slug ? page : each))
      const pages = old ? others : [...others, page]
      const act = { actorId: actor.id, action: 'set_page', target: `page ${slug}`, changes } as const
      return { result: page, change: { act, set: { pages } } }
    })
    if (isChanged) await this.deps.onChanged()
    return present(result)
  }

  /** Returns a page as it is given, in place of the one before. */
  private async after(
    before: StoredPage | null,
    slug: string,
    { title, content, mustAgree }: GivenPage,
    actorId: number,
  ): Promise<StoredPage> {
    const isSame = before?.title === title && before.content === content
    const version = isSame ? before.version : (before?.version ?? (await this.lastKept(slug))) + 1
    return {
      slug,
      title,
      content,
      version,
      agreedFrom: mustAgree === undefined ? (before?.agreedFrom ?? 0) : mustAgree ? version : 0,
      updatedAt: isSame ? before.updatedAt : this.deps.clock.now(),
      updatedBy: isSame ? before.updatedBy : actorId,
    }
  }

  /**
   * Removes a page; its history is kept.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`, `CONFLICT` for a page that every site has
   */
  async remove(viewer: Viewer, slug: string): Promise<void> {
    const { actor } = viewer
    authorize(mayAdminister(actor))
    if (isDefault(slug)) throw new ForumError('CONFLICT', { detail: REFUSALS.pageStays })
    await this.document.change(async ({ pages }) => {
      const page = pages.find((each) => each.slug === slug)
      if (!page) throw new ForumError('NOT_FOUND')
      await this.keepVersion(page)
      const changes: ActChange[] = [{ field: 'title', before: page.title, after: null }]
      const act = { actorId: actor.id, action: 'delete_page', target: `page ${slug}`, changes } as const
      return { result: null, change: { act, set: { pages: pages.filter((each) => each !== page) } } }
    })
    await this.deps.onChanged()
  }

  /**
   * Returns the texts that a page has had, the newest first.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`
   */
  async history({ actor }: Viewer, slug: string, language: Language): Promise<PageVersion[]> {
    authorize(mayAdminister(actor))
    const { db, members } = this.deps
    const current = (await this.document.read()).pages.find((page) => page.slug === slug)
    const earlier = await db.pageVersions
      .find({ slug }, { sort: { version: -1 }, limit: PAGE_VERSIONS_SHOWN })
      .toArray()
    const fallback = isDefault(slug) && earlier.length === 0 ? await this.defaultOf(slug, language) : null
    const newest = current ?? fallback
    const all = [...(newest ? [newest] : []), ...earlier.filter(({ version }) => version !== newest?.version)]
    if (all.length === 0) throw new ForumError('NOT_FOUND')
    const people = await members.people(all.map(({ updatedBy }) => updatedBy))
    return all.map(({ version, title, content, updatedAt, updatedBy }) => ({
      version,
      title,
      content,
      updatedAt: updatedAt.toISOString(),
      updatedBy: updatedBy === SYSTEM ? null : people.summary(updatedBy),
    }))
  }

  /** Keeps a text before another one takes its place; a repeat after a failure changes nothing. */
  private async keepVersion({ slug, version, title, content, updatedAt, updatedBy }: StoredPage) {
    await this.deps.db.pageVersions.updateOne(
      { _id: `${slug}:${version}` },
      { $setOnInsert: { slug, version, title, content, updatedAt, updatedBy } },
      { upsert: true, writeConcern: DURABLE },
    )
  }

  /**
   * Returns the last version of a page that was removed, 0 if there was none: one with the same address goes on from
   * there, since nobody has agreed to its text.
   */
  private async lastKept(slug: string): Promise<number> {
    const kept = await this.deps.db.pageVersions.findOne(
      { slug },
      { sort: { version: -1 }, projection: { version: 1 } },
    )
    return kept?.version ?? 0
  }

  /** Returns the text of a page that admins have not written. */
  private async defaultOf(slug: DefaultPageSlug, language: Language): Promise<StoredPage> {
    const { name, contact, feedbackBoardId } = this.deps.identity()
    const { boards } = this.deps
    const tree = await boards.structure(await boards.stranger())
    const board = tree.find(feedbackBoardId ?? 0)
    const feedback = board && {
      id: board._id,
      name: presentBoardName(board, board._id, language).displayName,
    }
    const text = defaultPage(slug, { name, contact, feedback: feedback ?? null }, language)
    const facts = { version: 1, agreedFrom: 0, updatedAt: DEFAULTS_UPDATED_AT, updatedBy: SYSTEM }
    return { slug, ...text, ...facts }
  }
}

const present = ({ slug, title, content, version, updatedAt, agreedFrom }: StoredPage): SitePage => ({
  slug,
  title,
  content,
  updatedAt: updatedAt.toISOString(),
  version,
  mustAgree: agreedFrom > 0,
})

const loggedOf = ({ title, content, version, agreedFrom }: StoredPage) => ({
  title,
  content: cutCharacters(content, LOGGED_LENGTH),
  version,
  agreedFrom,
})
