import type { Clock } from '@forum/shared/clock'
import type { Api, BodyOf } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { ForumError } from '@forum/shared/errors'
import { CATEGORIES_MAX } from '@forum/shared/limits'
import { mayAdminister } from '@forum/shared/policies'
import { changedFields, RevisedDocument, type ModerationLog } from '../record'
import { authorize } from '../platform/http/authorize'
import type { PlatformCollections } from '../platform/mongo/database'
import { underLease } from '../platform/mongo/leases'
import type { Collection } from '../platform/mongo/model'
import type { Copies } from '../platform/work/copies'
import type { Publisher } from '../platform/work/publisher'
import type { Viewer } from '../platform/http/viewer'
import type { BoardDoc } from './boards.model'
import { FIRST_CATEGORIES, type CategoriesDoc, type StoredCategory } from './categories.model'

type Given = BodyOf<Api['updateCategory']>
type Act = 'create_category' | 'update_category' | 'delete_category'

/** The categories with the revision that lists of them are cached under. */
export interface Categories {
  list: readonly StoredCategory[]
  revision: number
}

/** The categories that boards are in. */
export class CategoryService {
  private readonly document: RevisedDocument<CategoriesDoc, Categories>

  constructor(
    private readonly deps: {
      db: Pick<PlatformCollections, 'leases'> & {
        categories: Collection<CategoriesDoc>
        boards: Collection<BoardDoc>
      }
      log: ModerationLog
      publisher: Publisher
      clock: Clock
      copies: Copies
      onFailure: (error: unknown) => void
    },
  ) {
    this.document = new RevisedDocument({
      clock: deps.clock,
      copies: deps.copies,
      collection: deps.db.categories,
      log: deps.log,
      missing: { categories: FIRST_CATEGORIES, revision: 0 },
      contentOf: ({ categories, revision }) => ({ list: categories, revision }),
    })
  }

  /** Returns the categories in display order. */
  all(): Promise<Categories> {
    return this.document.current()
  }

  /** Finds a category by slug, key, name, or a slug that it had before. */
  async find(name: string): Promise<StoredCategory | undefined> {
    return findIn((await this.all()).list, name)
  }

  /** Finds the same in what is stored: under the lease of boards, no other process removes it meanwhile. */
  async findStored(name: string): Promise<StoredCategory | undefined> {
    return findIn((await this.document.read()).categories, name)
  }

  /** Returns the key of the last category that is stored. */
  async lastStored(): Promise<string> {
    return (await this.document.read()).categories.at(-1)?.key ?? ''
  }

  /**
   * Creates a category.
   *
   * @throws ForumError `FORBIDDEN`, `VALIDATION_FAILED` for a slug or a name that another category has
   */
  create(viewer: Viewer, given: BodyOf<Api['createCategory']>): Promise<StoredCategory> {
    return this.change(viewer, 'create_category', (list) => {
      if (list.length >= CATEGORIES_MAX) throw new ForumError('CONFLICT')
      const { slug } = given
      const name = given.name ?? given.name_zh ?? ''
      const category = { key: slug, slug, name, nameZh: given.name_zh ?? name, oldSlugs: [] }
      requireFree(list, category)
      return { before: null, after: category, list: placed(list, category, given.position ?? list.length) }
    })
  }

  /**
   * Changes a category; an address with its old slug leads on.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`, `VALIDATION_FAILED` for a slug or a name that another category has
   */
  update(viewer: Viewer, key: string, given: Given): Promise<StoredCategory> {
    return this.change(viewer, 'update_category', (list) => {
      const before = list.find((each) => each.key === key)
      if (!before) throw new ForumError('NOT_FOUND')
      const others = list.filter((each) => each !== before)
      const slug = given.slug ?? before.slug
      const after = {
        ...before,
        slug,
        name: given.name ?? before.name,
        nameZh: given.name_zh ?? before.nameZh,
        oldSlugs: [...new Set([...before.oldSlugs, before.slug])].filter((old) => old !== slug),
      }
      requireFree(others, after)
      return { before, after, list: placed(others, after, given.position ?? list.indexOf(before)) }
    })
  }

  /**
   * Removes a category without boards.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`, `CATEGORY_NOT_EMPTY`, `CONFLICT` for the last one
   */
  async remove(viewer: Viewer, key: string): Promise<void> {
    await this.change(viewer, 'delete_category', async (list) => {
      const before = list.find((each) => each.key === key)
      if (!before) throw new ForumError('NOT_FOUND')
      const { boards } = this.deps.db
      if ((await boards.findOne({ category: key, deletedAt: null })) !== null)
        throw new ForumError('CATEGORY_NOT_EMPTY')
      if (list.length === 1) throw new ForumError('CONFLICT')
      return { before, after: null, list: list.filter((each) => each !== before) }
    })
  }

  /** Runs a change while no board changes, logs it and has open pages read the boards again. */
  private async change(
    viewer: Viewer,
    action: Act,
    next: (list: readonly StoredCategory[]) => Changed | Promise<Changed>,
  ): Promise<StoredCategory> {
    authorize(mayAdminister(viewer.actor))
    const { db, publisher, clock, onFailure } = this.deps
    return underLease(db, clock, 'boards', async (confirm) => {
      const { result, isChanged } = await this.document.change(async ({ categories }) => {
        const { before, after, list } = await next(categories)
        const changed = after ?? before ?? FIRST_CATEGORIES[0]
        if (!changed) throw new Error('nothing has changed')
        const changes = changedFields(loggedOf(before, categories), loggedOf(after, list))
        if (changes.length === 0) return { result: changed }
        await confirm()
        const act = { actorId: viewer.actor.id, action, target: `category ${changed.key}`, changes }
        return { result: changed, change: { act, set: { categories: [...list] } } }
      })
      if (isChanged) await publisher.publish(audiences.everyone(), 'boards:changed', {}).catch(onFailure)
      return result
    })
  }
}

interface Changed {
  before: StoredCategory | null
  after: StoredCategory | null
  list: readonly StoredCategory[]
}

function findIn(list: readonly StoredCategory[], name: string): StoredCategory | undefined {
  const wanted = name.trim().toLowerCase()
  return (
    list.find(({ slug, key }) => slug === wanted || key === wanted) ??
    list.find(({ nameZh }) => nameZh === name.trim()) ??
    list.find(({ oldSlugs }) => oldSlugs.includes(wanted))
  )
}

/** Refuses what would find two categories. A slug that another one had leads to the new one from now on. */
function requireFree(others: readonly StoredCategory[], { slug, nameZh }: StoredCategory): void {
  const taken = (field: string) => ({ field, code: 'taken' })
  const fields = [
    ...(others.some((each) => each.slug === slug || each.key === slug) ? [taken('slug')] : []),
    ...(others.some((each) => each.nameZh === nameZh) ? [taken('name_zh')] : []),
  ]
  if (fields.length > 0) throw new ForumError('VALIDATION_FAILED', { fields })
}

const placed = (others: readonly StoredCategory[], category: StoredCategory, position: number) =>
  others.toSpliced(position, 0, category)

/** Returns what the log says of a category in a list; null if it is not there. */
const loggedOf = (category: StoredCategory | null, list: readonly StoredCategory[]) =>
  category && {
    name_zh: category.nameZh,
    name: category.name,
    slug: category.slug,
    position: list.indexOf(category),
  }
