import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { BackupReader, collections, connect, type BackupBatch } from '@forum/http-api'
import { openBackupPlace, restore, verifyBackup, writeBackup } from '@forum/infra'
import { systemClock } from '@forum/shared/clock'
import type { Thread } from '@forum/shared/contract'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { restoring } from '../fixtures/restored'
import { startAnotherApi, startPeopledForum, type TestMember } from '../fixtures/forum'

let folder: string
let people: Awaited<ReturnType<typeof startPeopledForum>>
const threads: Thread[] = []

/** The parts that every export has. */
const CONTENT = ['boards', 'users', 'threads', 'posts', 'threadEvents', 'likes', 'messages', 'attachments']
const SECRET = ['sessions', 'pushSubscriptions', 'passwordResets', 'emailLinks']
const folderOf = (file: string) => path.join(file.slice(0, 2), file)

const place = (name: string) => openBackupPlace(path.join(folder, name), undefined)

/** Writes a backup of a database; between any two reads of the backup, `between` changes the forum. */
async function backUp(
  uri: string,
  name: string,
  {
    between = () => Promise.resolve(),
    withoutSecrets = false,
    tokenSecret,
  }: { between?: () => Promise<void>; withoutSecrets?: boolean; tokenSecret?: string } = {},
) {
  const connection = await connect(uri)
  try {
    const reader = new BackupReader(collections(connection), { withoutSecrets })
    async function* documents(): AsyncGenerator<BackupBatch> {
      for await (const batch of reader.documents()) {
        yield batch
        await between()
      }
    }
    const source = {
      reader: { documents, files: () => reader.files() },
      upload: (file: string) => Promise.resolve(people.forum.files.kept.get(file) ?? null),
      tokenSecret,
      withoutSecrets,
      clock: systemClock,
      say: () => undefined,
    }
    return await writeBackup(source, place(name))
  } finally {
    await connection.close()
  }
}

/** Restores a backup into a new database and returns its address and folder. */
async function restored(name: string) {
  const uri = ownDatabase()
  const dataDir = await mkdtemp(path.join(folder, 'restored-'))
  await restore(uri, path.join(folder, name), restoring(dataDir))
  return { uri, dataDir }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'backup-'))
  people = await startPeopledForum()
  const { forum, xiaoli, laowang } = people
  for (const title of ['绿卡排期', '报税', '找房']) threads.push(await forum.thread(xiaoli, 41, title))
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { body } = await forum.request
    .post('/api/attachments')
    .set(xiaoli.headers)
    .attach('file', picture, '照片.png')
    .expect(201)
  const attachmentIds = [(body as { attachment: { id: number } }).attachment.id]
  await reply(xiaoli, threads[0]!, { attachmentIds })
  await message(laowang, xiaoli)
  // A picture that is not served any more is kept until the act is undone.
  await forum.request
    .post('/api/auth/avatar')
    .set(laowang.headers)
    .attach('avatar', picture, 'a.png')
    .expect(200)
  await forum.as(people.banzhu).call('clearProfile', { userId: laowang.id, fields: ['avatar'] })
  const logo = forum.request
    .post('/api/admin/site/logo')
    .set((await forum.member('zhanzhu', 'admin')).headers)
  await logo.attach('logo', picture, 'logo.png').expect(200)
  await forum.settle()
})
afterAll(async () => {
  await people.forum.stop()
  await rm(folder, { recursive: true, force: true })
})

const reply = (by: TestMember, thread: Thread, more: object = {}) =>
  people.forum.request
    .post('/api/posts')
    .set(by.headers)
    .send({ threadId: thread.id, content: '一条回复', ...more })
    .expect(201)
const message = (by: TestMember, to: TestMember) =>
  people.forum.request
    .post('/api/messages')
    .set(by.headers)
    .send({ recipientUsername: to.username, subject: '你好', content: '在吗' })
    .expect(201)

it('takes a backup of a busy forum in which every thread is as it was at one moment', async () => {
  const { forum, xiaoli, laowang, banzhu } = people
  let acts = 0
  // Each thread changes between any two reads, in every way that a part of it could be missed.
  const plan = [
    () => reply(laowang, threads[0]!),
    () => forum.request.post(`/api/posts/${threads[1]!.openingPostId}/like`).set(laowang.headers).expect(200),
    () =>
      forum.request
        .put(`/api/threads/${threads[2]!.id}/pin`)
        .set(banzhu.headers)
        .send({ pinned: acts % 2 === 0 })
        .expect(200),
    async () => {
      const newcomer = await forum.member(`newcomer${acts}`)
      await reply(newcomer, await forum.thread(newcomer, 42, `新人 ${acts}`))
    },
    () => message(xiaoli, laowang),
    async () => {
      const { body } = await reply(laowang, threads[1]!)
      const { post } = body as { post: { id: number } }
      await forum.request.delete(`/api/posts/${post.id}`).set(banzhu.headers).send({}).expect(204)
    },
  ]
  const between = async () => {
    await plan[acts++ % plan.length]?.()
    await reply(xiaoli, threads[acts % 3]!)
    // Transient events lose their content once they are handled. Later batches have no threads.
    if (acts < 8) await forum.settle()
  }
  await backUp(forum.uri, 'busy', { between })
  expect((await verifyBackup(place('busy'))).faults).toEqual([])
  const { uri } = await restored('busy')
  const connection = await connect(uri)
  const db = collections(connection)
  try {
    const stored = await db.threads.find({}).toArray()
    expect(stored.length).toBeGreaterThan(3)
    for (const thread of stored) {
      const posts = await db.posts.find({ threadId: thread._id }).sort({ number: 1 }).toArray()
      expect(posts.map(({ number }) => number)).toEqual(posts.map((_, i) => i + 1))
      expect(posts.length).toBe(thread.lastNumber)
      expect(posts.filter(({ isDeleted }) => !isDeleted).length).toBe(thread.postCount)
      expect(await db.threadEvents.countDocuments({ threadId: thread._id })).toBe(thread.seq)
      for (const { _id, likeCount, authorId } of posts) {
        expect(await db.likes.countDocuments({ postId: _id, liked: true })).toBe(likeCount)
        expect(await db.members.findOne({ _id: authorId })).not.toBeNull()
      }
      // The same events as in the original, so the state is one that the original had.
      const original = await forum.api.db.threadEvents.find({ threadId: thread._id }).toArray()
      const ids = original.filter(({ seq }) => seq <= thread.seq).map(({ _id }) => _id)
      const kept = await db.threadEvents.find({ threadId: thread._id }).toArray()
      expect(kept.map(({ _id }) => _id).sort()).toEqual(ids.sort())
    }
    for (const board of await db.boards.find({}).toArray()) {
      const inBoard = stored.filter(({ boardId }) => boardId === board._id)
      expect(board.threadCount).toBe(inBoard.length)
      expect(board.postCount).toBe(inBoard.reduce((sum, { postCount }) => sum + postCount, 0))
    }
    for (const member of await db.members.find({}).toArray()) {
      expect(member.postCount).toBe(await db.posts.countDocuments({ authorId: member._id, isDeleted: false }))
    }
    const messages = await db.messages.countDocuments({})
    expect(await db.mailboxEntries.countDocuments({})).toBe(messages * 2)
    expect((await db.unreadCounts.findOne({ _id: laowang.id }))?.messages).toBe(
      await db.messages.countDocuments({ recipientId: laowang.id }),
    )
  } finally {
    await connection.close()
  }
})

it('restores posts that moved while the backup was taken in one place each, with all counts right', async () => {
  const { forum, xiaoli, laowang, banzhu } = people
  const [from, to] = [await forum.thread(xiaoli, 41, '拆分中'), await forum.thread(xiaoli, 42, '接收中')]
  const postIds: number[] = []
  for (let i = 0; i < 24; i += 1) {
    const { body } = await reply(i % 2 ? xiaoli : laowang, from)
    postIds.push((body as { post: { id: number } }).post.id)
  }
  await forum.settle()
  const moves: Promise<unknown>[] = []
  let moved = 0
  // Each is under way while the next part of the forum is read.
  const between = async () => {
    const ids = postIds.slice(moved, (moved += 2))
    if (ids.length === 0) return
    const into = moved % 4 === 0 ? { threadId: to.id } : { title: `另开 ${moved}`, boardId: 42 }
    const move = forum.request
      .post(`/api/threads/${from.id}/split`)
      .set(banzhu.headers)
      .send({ postIds: ids, ...into })
      .expect(200)
      .then(() => undefined)
    moves.push(move)
    await (moved % 3 === 0 ? move : Promise.resolve())
  }
  await backUp(forum.uri, 'moving', { between })
  await Promise.all(moves)
  const { uri } = await restored('moving')
  const copy = await startAnotherApi(uri)
  try {
    const posts = await copy.api.db.posts.find({ _id: { $in: postIds } }).toArray()
    expect(posts.map(({ _id }) => _id).toSorted((a, b) => a - b)).toEqual(postIds)
    for (const { _id, threadId, number } of posts) {
      const thread = await copy.api.db.threads.findOne({ _id: threadId })
      expect([_id, thread?.isDeleted, number <= (thread?.lastNumber ?? 0)]).toEqual([_id, false, true])
    }
    expect(await copy.api.db.threadEvents.countDocuments({ pending: 'moves' })).toBe(0)
    expect(await copy.api.recount()).toEqual({ boards: 0, members: 0, threads: 0 })
  } finally {
    await copy.stop()
  }
})

it('restores an equal forum into an empty place, with its files', async () => {
  await people.forum.settle()
  const before = await backUp(people.forum.uri, 'quiet')
  const { uri, dataDir } = await restored('quiet')
  const after = await backUp(uri, 'quiet-again')
  expect(after.collections).toEqual(before.collections)
  expect(before.uploads).toEqual({ files: people.forum.files.kept.size, missing: 0 })
  for (const [name, bytes] of people.forum.files.kept) {
    const file = path.join(dataDir, 'uploads', name.slice(0, 2), name)
    expect(Buffer.compare(await readFile(file), bytes)).toBe(0)
  }
})

it('counts what was pending a moment before the restore', async () => {
  await people.forum.settle()
  const counted = await people.forum.api.db.boards.findOne({ _id: 41 })
  await backUp(people.forum.uri, 'counted')
  const { uri } = await restored('counted')
  const copy = await connect(uri)
  // A backup reads an event before it is counted, and the board after that.
  const { threadEvents, boards } = collections(copy)
  const event = { threadId: threads[0]!.id, kind: 'post.created' } as const
  await threadEvents.updateOne(event, { $set: { pending: ['count'], at: new Date() } })
  await boards.updateOne({ _id: 41 }, { $inc: { postCount: 40 } })
  await copy.close()
  await backUp(uri, 'pending')
  const again = await connect((await restored('pending')).uri)
  try {
    const board = await collections(again).boards.findOne({ _id: 41 })
    expect(board?.postCount).toBe(counted?.postCount)
    expect(await collections(again).threadEvents.countDocuments({ pending: 'count' })).toBe(0)
  } finally {
    await again.close()
  }
})

it('imports an export into an equal forum, without what signs members in', async () => {
  const { forum, xiaoli } = people
  await forum.settle()
  const before = await backUp(forum.uri, 'exported', { withoutSecrets: true })
  expect((await verifyBackup(place('exported'))).faults).toEqual([])
  const { uri, dataDir } = await restored('exported')
  const after = await backUp(uri, 'exported-again', { withoutSecrets: true })
  // The number of documents of each collection and the checksum of their lines.
  expect(after.collections).toEqual(before.collections)
  for (const name of CONTENT) expect(before.collections[name]?.documents, name).toBeGreaterThan(0)
  expect(Object.keys(before.collections).filter((name) => SECRET.includes(name))).toEqual([])
  const restoredFiles = await readdir(path.join(dataDir, 'uploads'), { recursive: true })
  expect(restoredFiles).toEqual(expect.arrayContaining([...forum.files.kept.keys()].map(folderOf)))
  const connection = await connect(uri)
  try {
    const db = collections(connection)
    expect(await db.sessions.countDocuments({})).toBe(0)
    // The passwords are there, since members sign in to the imported forum.
    const member = await db.members.findOne({ _id: xiaoli.id })
    const original = await forum.api.db.members.findOne({ _id: xiaoli.id })
    expect(member?.passwordHash).toBe(original?.passwordHash)
  } finally {
    await connection.close()
  }
})

it('keeps a backup in an S3-compatible store', async () => {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'kept', configs: [] }],
  })
  const { port } = await server.run()
  try {
    const url = `http://S3RVER:S3RVER@127.0.0.1:${port}/kept`
    const remote = openBackupPlace('s3:nightly-1', url)
    const local = place('quiet')
    const { manifest } = await verifyBackup(local)
    for (const name of ['manifest.json', ...(manifest?.parts ?? []).map((part) => part.name)]) {
      await remote.put(name, (await local.get(name))!)
    }
    for (const [name, bytes] of people.forum.files.kept) await remote.uploads.put(name, bytes)
    expect((await verifyBackup(openBackupPlace('s3:nightly-1', url))).faults).toEqual([])
    expect(await remote.isUsed()).toBe(true)
    expect(await openBackupPlace('s3:nightly-2', url).isUsed()).toBe(false)
  } finally {
    await server.close()
  }
})

it('refuses to restore into a database that is not empty', async () => {
  await expect(restore(people.forum.uri, path.join(folder, 'quiet'), restoring(folder))).rejects.toThrow(
    'The database is not empty.',
  )
})

it('touches no database where the data folder has the secret of another forum', async () => {
  const uri = ownDatabase()
  const dataDir = await mkdtemp(path.join(folder, 'other-'))
  await writeFile(path.join(dataDir, 'token-secret'), 'another secret')
  await backUp(people.forum.uri, 'sealed', { tokenSecret: 'the secret of this forum' })
  const restoreThere = () => restore(uri, path.join(folder, 'sealed'), restoring(dataDir))
  await expect(restoreThere()).rejects.toThrow('is the secret of another forum')
  await rm(path.join(dataDir, 'token-secret'))
  await restoreThere()
  expect(await readFile(path.join(dataDir, 'token-secret'), 'utf8')).toBe('the secret of this forum')
})

it('finds a damaged part and a damaged file', async () => {
  const whole = await verifyBackup(place('quiet'))
  expect(whole.faults).toEqual([])
  const part = whole.manifest?.parts.find(({ collection }) => collection === 'posts')?.name ?? ''
  const [upload = ''] = people.forum.files.kept.keys()
  for (const name of [part, path.join('uploads', upload)]) {
    const file = path.join(folder, 'quiet', name)
    const bytes = await readFile(file)
    bytes[bytes.length - 5]! ^= 1
    await writeFile(file, bytes)
  }
  expect((await verifyBackup(place('quiet'))).faults).toEqual([
    `${part} is missing or damaged`,
    `uploads/${upload} is missing or damaged`,
  ])
})
