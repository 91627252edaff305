import { BOARD_NAME_MAX } from '@forum/shared/limits'
import type { Clock } from '@forum/shared/clock'
import { cutCharacters } from '@forum/shared/text'
import { loginOf, ucenterHash } from '../../accounts'
import { uploadUrl, type AttachmentService, type AvatarFiles } from '../../files'
import type { Collections } from '../../collections'
import type { BoardAccess } from '@forum/shared/access'
import { EMPTY_BOARD, type ThreadType } from '../../boards'
import { CURRENT } from '../../record'
import { EMPTY_PROFILE, NOT_DELETED, storedNames, type MemberDoc, type NameGuard } from '../../members'
import { insertMessages, type PastMessage } from '../../messages'
import { insertAll } from '../../platform/mongo/database'
import type { Ids, Sequence } from '../../platform/mongo/ids'
import type { ReadStates } from '../../threads'
import { insertThreads, type ThreadHistory } from '../../log'
import type { ImportDoc } from '../../documents'

/** A member of an old forum. */
export interface PastMember extends Pick<
  MemberDoc,
  'role' | 'status' | 'bannedUntil' | 'banReason' | 'mutedUntil' | 'signature' | 'joinedAt' | 'lastLoginAt'
> {
  id: number
  username: string
  /** The name in the old forum if it differs from the username, else ''. */
  displayName: string
  /** A name besides the username and the address by which the member signs in; of one member only. */
  signInName: string | null
  /** Null if there is none, or another member has it. */
  email: string | null
  groupIds?: number[]
  /** Null if nobody can sign in. A hash without a salt is one of PHP's `password_hash`. */
  password: { hash: string; salt: string } | null
}

/** A board of an old forum. */
export interface PastBoard {
  id: number
  parentId: number | null
  name: string
  description: string
  position: number
  postRole: 'user' | 'moderator'
  access: BoardAccess
  /** The groups that `access` means. */
  groupIds: number[]
  allowsAnonymous: boolean
  types: ThreadType[]
  typeRequired: boolean
  moderatorIds: number[]
}

/** A group of members of an old forum, which an admin fills by hand from now on. */
export interface PastGroup {
  id: number
  name: string
}

/** A thread that a member of an old forum has kept. */
export interface PastBookmark {
  userId: number
  threadId: number
  at: Date
}

export interface ImportLoaderDeps {
  db: Collections
  names: Pick<NameGuard, 'markImported'>
  ids: Ids
  attachments: Pick<AttachmentService, 'load'>
  avatars: Pick<AvatarFiles, 'save'>
  readStates: Pick<ReadStates, 'load' | 'loadBookmarks'>
  clock: Clock
}

/**
 * Writes the content of an old forum, under its own ids, into a forum that has nothing else. Every call can be repeated:
 * what is there already stays as it is. `finishRestore` then counts and derives.
 */
export class ImportLoader {
  constructor(private readonly deps: ImportLoaderDeps) {}

  /**
   * Begins an import, or continues the one that was interrupted.
   *
   * @returns null if the forum has content of another origin, or the import is finished
   */
  async begin(name: string, postsPerPage: number): Promise<ImportDoc | null> {
    const { db, clock } = this.deps
    const begun = await db.imports.findOne({ _id: name })
    if (begun) return begun.finishedAt === null ? begun : null
    for (const collection of [db.members, db.boards, db.threads]) {
      if ((await collection.findOne({})) !== null) return null
    }
    const started: ImportDoc = {
      _id: name,
      startedAt: clock.now(),
      finishedAt: null,
      doneUpTo: {},
      postsPerPage,
    }
    await db.imports.insertOne(started)
    return started
  }

  /** Records that a step is done up to this id of the old forum. */
  async advance(name: string, step: string, id: number): Promise<void> {
    await this.deps.db.imports.updateOne({ _id: name }, { $set: { [`doneUpTo.${step}`]: id } })
  }

  async finish(name: string): Promise<void> {
    const { db, ids, clock } = this.deps
    const sequences: [Sequence, { find: (typeof db.posts)['find'] }][] = [
      ['users', db.members],
      ['boards', db.boards],
      ['threads', db.threads],
      ['posts', db.posts],
      ['attachments', db.attachments],
      ['messages', db.messages],
    ] as never
    for (const [sequence, collection] of sequences) {
      const [last] = await collection
        .find({}, { projection: { _id: 1 }, sort: { _id: -1 }, limit: 1 })
        .toArray()
      await ids.skipPast(sequence, last?._id ?? 0)
    }
    // An id that a moved thread has is the address of another, so it is not given out either.
    const [moved] = await db.movedThreads.find({}, { sort: { _id: -1 }, limit: 1 }).toArray()
    if (moved) await ids.skipPast('threads', moved._id)
    await this.deps.names.markImported()
    await db.imports.updateOne({ _id: name }, { $set: { finishedAt: clock.now() } })
  }

  async members(past: readonly PastMember[]): Promise<void> {
    const { members } = this.deps.db
    const there = await members.find({ _id: { $in: past.map(({ id }) => id) } }).toArray()
    const storedIds = new Set(there.map(({ _id }) => _id))
    const docs: MemberDoc[] = []
    for (const one of past) if (!storedIds.has(one.id)) docs.push(await memberOf(one))
    await insertAll(members, docs)
  }

  async avatar(memberId: number, bytes: Uint8Array): Promise<void> {
    const { db, avatars } = this.deps
    const member = await db.members.findOne({ _id: memberId }, { projection: { avatar: 1 } })
    if (!member || member.avatar !== null) return
    const url = uploadUrl(await avatars.save(bytes))
    await db.members.updateOne({ _id: memberId, ...NOT_DELETED }, { $set: { avatar: url, avatars: [url] } })
  }

  async groups(past: readonly PastGroup[]): Promise<void> {
    if (past.length === 0) return
    const groups = past.map((one) => ({ ...one, joining: 'byHand' as const, code: null, days: 0, posts: 0 }))
    const lastId = Math.max(...past.map(({ id }) => id))
    await this.deps.db.groups.updateOne(
      { _id: CURRENT },
      { $setOnInsert: { groups, lastId, revision: 1 } },
      { upsert: true },
    )
  }

  async boards(past: readonly PastBoard[]): Promise<void> {
    const { boards } = this.deps.db
    for (const { id, name, description, ...rest } of past) {
      const cut = cutCharacters(name, BOARD_NAME_MAX)
      await boards.updateOne(
        { _id: id },
        {
          $setOnInsert: {
            ...rest,
            name: cut,
            nameZh: cut,
            description,
            descriptionZh: description,
            category: '1',
            ...EMPTY_BOARD,
          },
        },
        { upsert: true },
      )
    }
  }

  /** Returns which of these threads are loaded completely, and removes what an interruption left of the others. */
  async loadedThreads(threadIds: readonly number[]): Promise<ReadonlySet<number>> {
    const { db } = this.deps
    const there = await db.threads
      .find({ _id: { $in: [...threadIds] } }, { projection: { _id: 1 } })
      .toArray()
    const loaded = new Set(there.map(({ _id }) => _id))
    const open = threadIds.filter((id) => !loaded.has(id))
    const ofThreads = { threadId: { $in: open } }
    // Who wrote in a thread watches it, and only these states have an index of threads.
    const watched = { ...ofThreads, isWatching: true }
    if ((await db.posts.findOne(ofThreads)) ?? (await db.readStates.findOne(watched))) {
      await db.posts.deleteMany(ofThreads)
      await db.readStates.deleteMany(watched)
    }
    const begun = await db.threadEvents.find({ _id: { $in: open.map((id) => `${id}:1`) } }).toArray()
    for (const { threadId: id } of begun) {
      await db.threadEvents.deleteMany({ _id: { $gt: `${id}:`, $lt: `${id};` } })
    }
    return loaded
  }

  async threads(histories: readonly ThreadHistory[]): Promise<void> {
    await insertThreads(this.deps.db, histories)
    await this.deps.readStates.load(
      histories.map(({ threadId, folded }) => ({ threadId, posts: folded.posts.values() })),
    )
  }

  async movedThread(oldId: number, threadId: number): Promise<void> {
    await this.deps.db.movedThreads.updateOne({ _id: oldId }, { $set: { threadId } }, { upsert: true })
  }

  attachment(past: Parameters<AttachmentService['load']>[0]): ReturnType<AttachmentService['load']> {
    return this.deps.attachments.load(past)
  }

  /** Adds bookmarks of threads that are loaded; returns how many these are. */
  async bookmarks(past: readonly PastBookmark[]): Promise<number> {
    const { db, readStates } = this.deps
    const there = await db.threads
      .find({ _id: { $in: past.map(({ threadId }) => threadId) } }, { projection: { _id: 1 } })
      .toArray()
    const storedIds = new Set(there.map(({ _id }) => _id))
    const loaded = past.filter(({ threadId }) => storedIds.has(threadId))
    await readStates.loadBookmarks(loaded)
    return loaded.length
  }

  async messages(past: readonly PastMessage[]): Promise<void> {
    const { db } = this.deps
    const there = await db.messages.find({ _id: { $in: past.map(({ _id }) => _id) } }).toArray()
    const storedIds = new Set(there.map(({ _id }) => _id))
    await insertMessages(
      db,
      past.filter(({ _id }) => !storedIds.has(_id)),
    )
  }
}

async function memberOf(past: PastMember): Promise<MemberDoc> {
  const { id, username, signInName, displayName, email, password, ...rest } = past
  const hashOf = ({ hash, salt }: NonNullable<PastMember['password']>) =>
    salt === '' ? hash : ucenterHash(hash, salt)
  return {
    _id: id,
    username,
    usernameLower: username.toLowerCase(),
    ...(signInName === null ? {} : { oldNameLower: loginOf(signInName) }),
    email: email ?? '',
    // No e-mail address begins with this character.
    emailLower: email === null ? `~imported${id}` : email.toLowerCase(),
    // The old forum mailed to it, and many members get their first password here by a mailed link.
    ...(email === null ? {} : { emailVerifiedAt: rest.joinedAt }),
    passwordHash: password === null ? '' : hashOf(password),
    sessionEpoch: 0,
    ...(await storedNames(username, displayName)),
    ...EMPTY_PROFILE,
    avatar: null,
    showOnline: true,
    postCount: 0,
    threadCount: 0,
    likesReceived: 0,
    revision: 0,
    epoch: 0,
    marks: {},
    ...rest,
  }
}
