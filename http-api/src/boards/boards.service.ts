import { OPEN_ACCESS, type BoardAccess } from '@forum/shared/access'
import type { Clock } from '@forum/shared/clock'
import type { ActChange, Api, BodyOf } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { ForumError, refusedField } from '@forum/shared/errors'
import { BOARD_DEPTH_MAX } from '../platform/limits'
import { mayAdminister } from '@forum/shared/policies'
import { REFUSALS } from '@forum/shared/bilingual'
import type { mongo } from 'mongoose'
import { setTimeout as wait } from 'node:timers/promises'
import type { Freshness, ThreadLogCollections } from '../log'
import type { MemberDoc } from '../members'
import type { ActDraft, ModerationLog } from '../record'
import { authorize } from '../platform/http/authorize'
import { type PlatformCollections, DURABLE, insertDurable } from '../platform/mongo/database'
import type { Ids } from '../platform/mongo/ids'
import { underLease } from '../platform/mongo/leases'
import type { Publisher } from '../platform/work/publisher'
import { actWork, withoutWork, withWork } from '../platform/work/unfinished'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import type { BoardTree } from './board-tree'
import { BOARD_DEFAULTS, boardSettings, EMPTY_BOARD, type BoardDoc } from './boards.model'
import { versionOf } from './boards.presenter'
import { TREE_MAX_AGE_MS, type BoardQueries } from './boards.queries'
import type { CategoryService } from './categories.service'
import type { Groups } from './groups.service'
import { textOfTypes, typesOfText, type ThreadType } from './thread-types'

/** The fields of a board that an admin sets. An omitted field keeps its value, or gets a default in a new board. */
type BoardInput = BodyOf<Api['updateBoard']>
/** With its access as fields of their own, and its types as a text, by which the log of moderation tells of changes. */
type FlatInput = Omit<BoardInput, 'access' | 'types'> & Partial<BoardAccess> & { types?: string }

export interface BoardServiceDeps {
  db: Pick<ThreadLogCollections, 'threads'> &
    Pick<PlatformCollections, 'leases'> & { boards: Collection<BoardDoc>; members: Collection<MemberDoc> }
  boards: BoardQueries
  categories: Pick<CategoryService, 'findStored' | 'lastStored'>
  groups: Pick<Groups, 'requireAll'>
  freshness: Freshness
  ids: Ids
  publisher: Publisher
  clock: Clock
  /** Refuses an act unless the password was typed recently in the session. */
  requireFreshPassword: (viewer: Viewer) => Promise<void>
  /** Called with the members who moderate other boards than before. */
  onRightsChanged: (userIds: readonly number[]) => Promise<void>
  log: ModerationLog
  onFailure: (error: unknown) => void
}

/** Commands on boards. They run one at a time across all processes, so that each decides on the current tree. */
export class BoardService {
  constructor(private readonly deps: BoardServiceDeps) {}

  /**
   * Creates a board and returns its id.
   *
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`, `VALIDATION_FAILED`, `PASSWORD_REQUIRED` if it has moderators
   */
  create(viewer: Viewer, input: BoardInput): Promise<number> {
    return this.command(viewer, async (tree, confirm) => {
      const parent = this.parentOf(tree, input.parentId ?? null)
      if (parent && tree.withAncestors(parent._id).length >= BOARD_DEPTH_MAX) throw refused('depth')
      if (input.moderatorIds?.length) await this.deps.requireFreshPassword(viewer)
      await this.requireMembers(input.moderatorIds ?? [])
      await this.requireGroups(given(input.access ?? {}), input.groupIds ?? [])
      const category =
        (await this.categoryOf(input)) ?? parent?.category ?? (await this.deps.categories.lastStored())
      const name = input.name ?? input.name_zh ?? ''
      const description = input.description ?? input.description_zh ?? ''
      const siblings = tree.childrenOf(parent?._id ?? null)
      const board: BoardDoc = {
        _id: await this.deps.ids.next('boards'),
        parentId: parent?._id ?? null,
        name,
        nameZh: input.name_zh ?? name,
        description,
        descriptionZh: input.description_zh ?? description,
        category,
        icon: input.icon ?? null,
        color: input.color ?? null,
        position: input.position ?? Math.max(-1, ...siblings.map(({ position }) => position)) + 1,
        ...boardSettings(input),
        access: { ...OPEN_ACCESS, ...given(input.access ?? {}) },
        groupIds: [...new Set(input.groupIds)],
        types: input.types ?? [],
        moderatorIds: [...new Set(input.moderatorIds)],
        ...EMPTY_BOARD,
        // Lists are cached by the sum of all revisions, so a new board must raise it.
        revision: 1,
      }
      await confirm()
      const act = this.actOf(viewer, board, 'create_board')
      await insertDurable(this.deps.db.boards, { ...board, unfinished: [actWork(act)] })
      await this.log(act, board._id)
      return board._id
    })
  }

  /**
   * Changes a board.
   *
   * @param undo the entry of the moderation log that this takes back, and what the board must still be
   * @throws ForumError `FORBIDDEN`, `NOT_FOUND`, `VALIDATION_FAILED`, `CONFLICT` if the board is not as expected,
   * `PASSWORD_REQUIRED` if the moderators change
   */
  async update(
    viewer: Viewer,
    id: number,
    wanted: Omit<BoardInput, 'types'> &
      Partial<BoardAccess> & { types?: readonly ThreadType[] | string | undefined },
    undo?: { undoes: number; expected: readonly ActChange[]; reason?: string | undefined },
  ): Promise<void> {
    await this.command(viewer, async (tree, confirm) => {
      const board = tree.find(id)
      if (!board) throw new ForumError('NOT_FOUND')
      const { access: wantedAccess = {}, types: wantedTypes, ...others } = wanted
      const types = typeof wantedTypes === 'object' ? textOfTypes(wantedTypes) : wantedTypes
      const input: FlatInput = {
        ...others,
        ...given(wantedAccess),
        ...given({ types }),
        category: await this.categoryOf(wanted),
      }
      const isExpected = ({ field, after }: ActChange) => String(valueOf(board, field)) === String(after)
      if (undo && !undo.expected.every(isExpected)) throw new ForumError('CONFLICT')
      const parentId = input.parentId === undefined ? board.parentId : input.parentId
      if (parentId !== board.parentId) this.requirePlace(tree, board, parentId)
      await this.requireMembers((input.moderatorIds ?? []).filter((of) => !board.moderatorIds.includes(of)))
      const {
        name_zh: nameZh,
        description_zh: descriptionZh,
        moderatorIds,
        see,
        start,
        reply,
        ...same
      } = input
      const access = { ...(board.access ?? OPEN_ACCESS), ...given({ see, start, reply }) }
      if (!undo) await this.requireGroups(access, input.groupIds ?? board.groupIds ?? [])
      const named = {
        ...same,
        nameZh,
        descriptionZh,
        access,
        groupIds: input.groupIds && [...new Set(input.groupIds)],
        types: types === undefined ? undefined : typesOfText(types),
        moderatorIds: moderatorIds && [...new Set(moderatorIds)],
      }
      const changes = given(named)
      const changed = changesOf(board, input)
      if (changed.length === 0) return
      if (changed.some(({ field }) => field === 'moderatorIds')) await this.deps.requireFreshPassword(viewer)
      await confirm()
      const act = {
        ...this.actOf(viewer, board, 'update_board', changed),
        ...(undo ? { undoes: undo.undoes, reason: undo.reason || null } : {}),
      }
      await this.deps.db.boards.updateOne(
        { _id: id },
        withWork({ $set: changes, $inc: { revision: 1 } }, actWork(act)),
        { writeConcern: DURABLE },
      )
      const { category } = input
      if (category !== undefined && category !== board.category) {
        const below = tree.withDescendants(id).slice(1)
        // Boards below follow, except those that were put into another category.
        await this.deps.db.boards.updateMany(
          { _id: { $in: below }, category: board.category },
          { $set: { category }, $inc: { revision: 1 } },
          { writeConcern: DURABLE },
        )
      }
      if (parentId !== board.parentId) {
        await this.undoMisplaced(act, id, parentId, board.parentId)
      }
      if (changed.some(({ field }) => COUNTED_BY.has(field))) await this.keepVersion(tree, board)
      await this.log(act, id)
    })
  }

  /**
   * Deletes a board that has no sub-boards and no threads except deleted ones. Its document is kept.
   *
   * @param mergedInto the board that its address leads to from now on
   */
  async remove(
    viewer: Viewer,
    id: number,
    { mergedInto = null }: { mergedInto?: number | null } = {},
  ): Promise<void> {
    await this.command(viewer, async (tree, confirm) => {
      const board = tree.find(id)
      if (!board) throw new ForumError('NOT_FOUND')
      if (tree.childrenOf(id).length > 0) {
        throw new ForumError('BOARD_HAS_CHILDREN', { detail: REFUSALS.boardHasSubBoards })
      }
      await this.requireEmpty(id)
      await confirm()
      const act = this.actOf(viewer, board, 'delete_board')
      const deleted = { deletedAt: act.at, deletedBy: viewer.actor.id, mergedInto }
      await this.setDeleted(id, withWork({ $set: deleted }, actWork(act)))
      // Other processes may start threads with a tree of this age. A thread started meanwhile undoes the deletion; one
      // that is committed even later brings the board back (`LastThreads`).
      await wait(TREE_MAX_AGE_MS + IN_FLIGHT_MS)
      try {
        await this.requireEmpty(id)
      } catch (error) {
        await this.setDeleted(id, {
          $set: { deletedAt: null, deletedBy: null, mergedInto: null },
          ...withoutWork(act.key),
        })
        throw error
      }
      await this.keepVersion(tree, board)
      await this.log(act, id)
    })
  }

  private actOf(
    { actor }: Viewer,
    { _id, nameZh }: BoardDoc,
    action: 'create_board' | 'update_board' | 'delete_board',
    changes: ActChange[] = [{ field: 'name_zh', before: nameZh, after: nameZh }],
  ): ActDraft {
    const target = `board ${_id}`
    return this.deps.log.draft({ actorId: actor.id, action, boardIds: [_id], target, changes })
  }

  private async log(act: ActDraft, id: number): Promise<void> {
    await this.deps.log.appendCarried(this.deps.db.boards, id, act)
  }

  /** Checks the rights, runs a command on the current tree and publishes the result. */
  private async command<T>(
    viewer: Viewer,
    work: (tree: BoardTree, confirm: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    authorize(mayAdminister(viewer.actor))
    const { db, boards, clock } = this.deps
    return underLease(db, clock, 'boards', async (confirm) => {
      const before = await boards.whole()
      try {
        return await work(before, confirm)
      } finally {
        this.deps.freshness.emit('boardTreeChanged')
        await this.spread(before)
      }
    })
  }

  /** Publishes a changed tree to pages, and changed rights to members. Receivers that miss the events refetch later. */
  private async spread(before: BoardTree): Promise<void> {
    try {
      const after = await this.deps.boards.whole()
      const moderators = [before, after].flatMap(({ boards }) => boards.flatMap((of) => of.moderatorIds))
      const changed = [...new Set(moderators)].filter(
        (userId) => String(before.moderatedBy(userId)) !== String(after.moderatedBy(userId)),
      )
      await this.deps.onRightsChanged(changed)
      const isOpenToOthers = before.accessKey !== after.accessKey
      const changes = isOpenToOthers ? { access: true as const } : {}
      await this.deps.publisher.publish(audiences.everyone(), 'boards:changed', changes)
    } catch (error) {
      this.deps.onFailure(error)
    }
  }

  /** Returns the key of the category that an input names, by slug, key or name. */
  private async categoryOf({ category }: Pick<BoardInput, 'category'>): Promise<string | undefined> {
    if (category === undefined) return undefined
    const found = await this.deps.categories.findStored(category)
    if (!found) throw refusedField('category', 'invalid')
    return found.key
  }

  private parentOf(tree: BoardTree, parentId: number | null): BoardDoc | null {
    if (parentId === null) return null
    const parent = tree.find(parentId)
    if (!parent) throw new ForumError('NOT_FOUND')
    return parent
  }

  /** Refuses a new parent below the board itself, or too deep for what is below it. */
  private requirePlace(tree: BoardTree, board: BoardDoc, parentId: number | null): void {
    const parent = this.parentOf(tree, parentId)
    if (!parent) return
    const above = tree.withAncestors(parent._id)
    if (above.some(({ _id }) => _id === board._id)) throw refused('cycle')
    if (above.length + tree.heightOf(board._id) > BOARD_DEPTH_MAX) throw refused('depth')
  }

  /**
   * Undoes a move that another process has made impossible: this one may have lost its lease just before it wrote. Of
   * two moves that together make a circle, at least the later one sees both.
   *
   * @throws ForumError `UNAVAILABLE` if the move was undone
   */
  private async undoMisplaced(
    act: ActDraft,
    id: number,
    parentId: number | null,
    before: number | null,
  ): Promise<void> {
    const { boards } = this.deps.db
    const stored = await boards
      .find<Pick<BoardDoc, '_id' | 'parentId'>>({ deletedAt: null }, { projection: { parentId: 1 } })
      .toArray()
    const parents = new Map(stored.map((board) => [board._id, board.parentId]))
    let levels = 0
    for (
      let at: number | null | undefined = id;
      typeof at === 'number' && levels <= BOARD_DEPTH_MAX;
      levels++
    )
      at = parents.get(at)
    if (levels <= BOARD_DEPTH_MAX) return
    await boards.updateOne(
      { _id: id, parentId },
      { $set: { parentId: before }, $inc: { revision: 1 }, ...withoutWork(act.key) },
      { writeConcern: DURABLE },
    )
    throw new ForumError('UNAVAILABLE', { retryAfterSeconds: 1 })
  }

  private async requireMembers(ids: readonly number[]): Promise<void> {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) return
    const found = await this.deps.db.members
      .find({ _id: { $in: wanted } }, { projection: { _id: 1 } })
      .toArray()
    if (found.length < wanted.length) throw new ForumError('NOT_FOUND')
  }

  /** Refuses groups that do not exist, and access for groups without any. */
  private async requireGroups(access: Partial<BoardAccess>, groupIds: readonly number[]): Promise<void> {
    if (groupIds.length === 0 && Object.values(access).includes('groups'))
      throw refusedField('groupIds', 'required')
    await this.deps.groups.requireAll(groupIds)
  }

  private async requireEmpty(boardId: number): Promise<void> {
    const thread = await this.deps.db.threads.findOne(
      { boardId, isDeleted: false },
      { projection: { _id: 1 } },
    )
    if (thread) throw new ForumError('BOARD_NOT_EMPTY')
  }

  private async setDeleted(id: number, change: mongo.UpdateFilter<BoardDoc>): Promise<void> {
    await this.deps.db.boards.updateOne(
      { _id: id },
      { ...change, $inc: { revision: 1 } },
      { writeConcern: DURABLE },
    )
    this.deps.freshness.emit('boardTreeChanged')
  }

  /**
   * Adds the version of a board that leaves to its parent's, because the version of a board's counts (`versionOf`)
   * never decreases.
   */
  private async keepVersion(tree: BoardTree, board: BoardDoc): Promise<void> {
    if (board.parentId === null) return
    await this.deps.db.boards.updateOne(
      { _id: board.parentId },
      { $inc: { revision: versionOf(board, tree) + 1 } },
      { writeConcern: DURABLE },
    )
  }
}

/** The fields that decide with which boards the numbers of a board are counted. */
const COUNTED_BY: ReadonlySet<string> = new Set(['parentId', 'see', 'groupIds'])

/** Returns the fields that are given. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

const isOfAccess = (field: string): field is keyof BoardAccess => field in OPEN_ACCESS

/** Returns a board's value of a field of `FlatInput`. */
function valueOf(board: BoardDoc, field: string): ActChange['after'] {
  if (isOfAccess(field)) return (board.access ?? OPEN_ACCESS)[field]
  if (field === 'types') return textOfTypes(board.types ?? [])
  const stored = { name_zh: 'nameZh', description_zh: 'descriptionZh' }[field] ?? field
  const missing = { ...BOARD_DEFAULTS, groupIds: [] }[field] ?? null
  return (board as unknown as Record<string, ActChange['after']>)[stored] ?? missing
}

/** Returns what an input changes. */
const changesOf = (board: BoardDoc, input: FlatInput): ActChange[] =>
  Object.entries(input as Record<string, ActChange['after'] | undefined>).flatMap(([field, given]) => {
    if (given === undefined) return []
    const after = Array.isArray(given) ? [...new Set(given)] : given
    const before = valueOf(board, field)
    return String(before) === String(after) ? [] : [{ field, before, after }]
  })

/** Time for a request that has already read the tree to start its thread. */
const IN_FLIGHT_MS = 250

const refused = (code: 'cycle' | 'depth') => refusedField('parentId', code)
