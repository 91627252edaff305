import { HOUR_MS, MINUTE_MS } from '@forum/shared/clock'
import { ERASURE_HOURS } from '@forum/shared/limits'
import { quoteBlock } from '@forum/shared/markup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startAnotherApi, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('erasures for ever', () => {
  let forum: TestForum
  let asking: TestMember
  let confirming: TestMember
  let author: TestMember
  let other: TestMember

  beforeAll(async () => {
    forum = await startTestForum()
    asking = await forum.member('zongguan1', 'admin')
    confirming = await forum.member('zongguan2', 'admin')
    author = await forum.member('xiaoli')
    other = await forum.member('laowang88')
  })
  afterAll(() => forum.stop())

  type Named =
    | { postIds: number[]; version?: number }
    | { threadId: number }
    | { userId: number }
    | { fileId: number }
  const erase = async (named: Named) => {
    const { erasure } = await forum
      .as(asking)
      .call('askErasure', { ...named, reason: '泄露隐私，当事人来信' })
    await forum.as(confirming).call('confirmErasure', { erasureId: erasure.id })
    await forum.settle()
    return erasure.id
  }
  /** Returns the collections that have a text anywhere. */
  const holding = async (text: string) => {
    const found = []
    for (const [name, collection] of Object.entries(forum.api.db)) {
      const documents = await (collection as unknown as { find: () => { toArray: () => Promise<object[]> } })
        .find()
        .toArray()
      if (documents.some((document) => JSON.stringify(document).includes(text))) found.push(name)
    }
    return found
  }
  const edit = (by: TestMember, postId: number, content: string) =>
    forum.as(by).call('updatePost', { postId, content })
  const counted = async () => {
    await forum.settle()
    return forum.api.recount()
  }

  it('leave nothing of a reply in any collection, whoever quoted it, and keep every count right', async () => {
    const thread = await forum.thread(other)
    const post = await forum.as(author).reply(thread.id, '收据号甲一二三，住在某街')
    await edit(author, post.id, '收据号甲四五六，住在某街')
    const words = quoteBlock('xiaoli', '收据号甲一二三', post.id)
    const quoting = await forum.as(other).reply(thread.id, `${words}别贴这个`, post.id)
    const nested = await forum
      .as(author)
      .reply(thread.id, `${quoteBlock('laowang88', `${words}别贴`, quoting.id)}好`)
    const unnamed = await forum
      .as(other)
      .reply(thread.id, '[quote="xiaoli"]收据号甲四五六[/quote]嗯', post.id)
    await edit(other, unnamed.id, '嗯嗯')
    await forum.as(other).call('likePost', { postId: post.id, liked: true })
    await forum.as(other).call('reportPost', { postId: post.id, reason: '泄露隐私' })
    await forum.settle()
    expect(await holding('收据号甲')).toEqual(expect.arrayContaining(['threadEvents', 'posts', 'activities']))
    expect((await forum.as(other).call('searchPosts', { q: '收据号甲四五六' })).posts).not.toEqual([])

    await erase({ postIds: [post.id] })
    expect(await holding('收据号甲')).toEqual([])
    expect((await forum.as(other).call('searchPosts', { q: '收据号甲四五六' })).posts).toEqual([])
    const shown = (await forum.as(confirming).call('getPost', { postId: post.id })).post
    expect(shown).toMatchObject({ content: '', isDeleted: true, deletedBy: 'law', number: post.number })
    const contents = await forum.api.db.posts.find({ _id: { $in: [quoting.id, nested.id] } }).toArray()
    expect(contents.map(({ content }) => content)).toEqual([
      expect.stringContaining('别贴这个'),
      expect.stringContaining('好'),
    ])
    await forum.as(confirming).refused('CONFLICT', 'restorePost', { postId: post.id })
    await forum.as(confirming).refused('CONFLICT', 'updatePost', { postId: post.id, content: '又来' })
    expect(await counted()).toEqual({ boards: 0, members: 0, threads: 0 })
  })

  it('leave nothing of what was held for approval, nor of the quotes in it', async () => {
    const thread = await forum.thread(other)
    const post = await forum.as(author).reply(thread.id, '证件号丙一二三')
    const other2 = await forum.as(other).reply(thread.id, '别的')
    const row = {
      ...{ boardId: 3, threadId: thread.id, title: null, quotedPostId: null, claim: null, fileIds: [] },
      ...{ baseVersion: null, recipientId: null, parentId: null, reasons: [], createdAt: forum.clock.now() },
      ...{ version: 1, decidedBy: null, decidedAt: null, note: null },
      kind: 'edit',
      status: 'pending',
    } as const
    await forum.api.db.held.insertMany([
      { ...row, _id: 801, key: 'a', authorId: author.id, subjectId: post.id, content: '证件号丙四五六' },
      {
        ...{ ...row, _id: 802, key: 'b', authorId: author.id, subjectId: post.id, kind: 'post' },
        ...{ status: 'approved', content: '证件号丙一二三', approvedContent: '证件号丙一二三。' },
        editNote: '改了证件号丙一二三',
      },
      {
        ...{ ...row, _id: 803, key: 'c', authorId: other.id, subjectId: other2.id },
        content: `${quoteBlock('xiaoli', '证件号丙一二三', post.id)}怎么能贴这个`,
      },
    ])
    await erase({ postIds: [post.id] })
    expect(await holding('证件号丙')).toEqual([])
    const left = await forum.api.db.held.find({}, { sort: { _id: 1 } }).toArray()
    expect(left.map(({ _id, content }) => [_id, content])).toEqual([
      [802, null],
      [803, expect.stringContaining('怎么能贴这个')],
    ])
    await forum.api.db.held.deleteMany({})
  })

  it('leave the replies of others when a thread loses its title and opening post', async () => {
    const { id: threadId, openingPostId } = await forum.thread(author, 3, '某人的住址')
    await forum.as(author).call('updateThread', { threadId, title: '某人的住址在此' })
    const reply = await forum.as(other).reply(threadId, '请删掉')
    await forum.settle()
    await erase({ postIds: [openingPostId] })
    expect(await holding('某人的住址')).toEqual([])
    await forum.as(other).refused('NOT_FOUND', 'getThread', { threadId })
    const kept = await forum.api.db.posts.findOne({ _id: reply.id })
    expect(kept?.content).toBe('请删掉')
    expect(await counted()).toEqual({ boards: 0, members: 0, threads: 0 })
  })

  it('leave a post without the text of one version, in which it was moved and quoted', async () => {
    const { id: threadId } = await forum.thread(other)
    const post = await forum.as(author).reply(threadId, '电话戊一二三，周末爬山')
    await edit(author, post.id, '周末爬山，路线在此')
    const quoting = await forum
      .as(other)
      .reply(threadId, `${quoteBlock('xiaoli', '电话戊一二三，周末…', post.id)}看到了`, post.id)
    const keeping = await forum
      .as(other)
      .reply(threadId, `${quoteBlock('xiaoli', '周末爬山，路线…', post.id)}同去`, post.id)
    await forum.as(asking).call('updatePost', { postId: post.id, content: '周末爬山，路线在此。' })
    await edit(author, post.id, '地址戊四五六')
    await forum.as(asking).call('splitThread', { threadId, postIds: [post.id], title: '另开', boardId: 3 })
    await forum.settle()
    await edit(author, post.id, '周末爬山，路线在此！')
    await forum.settle()
    const history = async () =>
      (await forum.as(asking).call('listPostVersions', { postId: post.id })).versions
    const versions = await history()
    const named = (text: string) => versions.find(({ content }) => content.includes(text))!.version
    await forum
      .as(asking)
      .refused('NOT_FOUND', 'askErasure', { postIds: [post.id], version: 99, reason: '隐私' })
    await forum.as(asking).refused('NOT_FOUND', 'askErasure', {
      postIds: [post.id],
      version: versions.at(-1)!.version,
      reason: '隐私',
    })

    await erase({ postIds: [post.id], version: named('电话戊') })
    await erase({ postIds: [post.id], version: named('地址戊') })
    expect(await holding('电话戊')).toEqual([])
    expect(await holding('地址戊')).toEqual([])
    expect((await history()).map(({ content }) => content)).toEqual([
      '（已依法删除）',
      '周末爬山，路线在此',
      '周末爬山，路线在此。',
      '（已依法删除）',
      '周末爬山，路线在此！',
    ])
    const now = (await forum.as(other).call('getPost', { postId: post.id })).post
    expect(now).toMatchObject({ content: '周末爬山，路线在此！', isDeleted: false })
    const quotes = await forum.api.db.posts.find({ _id: { $in: [quoting.id, keeping.id] } }).toArray()
    expect(quotes.map(({ content }) => content)).toEqual([
      expect.stringContaining('看到了'),
      expect.stringContaining('路线…'),
    ])
    expect(await counted()).toEqual({ boards: 0, members: 0, threads: 0 })
  })

  it('leave a post without a file, which others showed too', async () => {
    const file = async (name: string, text: string) => {
      const upload = await forum.request
        .post('/api/attachments')
        .set(author.headers)
        .attach('file', Buffer.from(text), { filename: name, contentType: 'text/plain' })
        .expect(201)
      return upload.body.attachment as { id: number; url: string; filename: string }
    }
    const [wrong, right] = [await file('某人护照.txt', '护照己'), await file('路线.txt', '路线己')]
    const thread = await forum.thread(other)
    const { post } = await forum.as(author).call('createPost', {
      threadId: thread.id,
      content: `看[img]${wrong.url}[/img]和[img]${right.url}[/img]`,
      attachmentIds: [wrong.id, right.id],
    })
    const copy = await forum.as(other).reply(thread.id, `转[img]${wrong.url}[/img]`)
    await edit(other, copy.id, `再转[img]${wrong.url}?size=small[/img]`)
    await forum.settle()
    await erase({ fileId: wrong.id })
    expect(await holding('某人护照')).toEqual([])
    const shown = (await forum.as(other).call('getPost', { postId: post.id })).post
    expect(shown.content).toBe(`看（已依法删除）和[img]${right.url}[/img]`)
    expect(shown.attachments.map(({ id }) => id)).toEqual([right.id])
    const events = JSON.stringify(await forum.api.db.threadEvents.find({ threadId: thread.id }).toArray())
    expect(events).not.toContain(wrong.url)
    await forum.request.get(wrong.url).set(author.headers).expect(404)
    await forum.request.get(right.url).set(author.headers).expect(200)
    await forum.as(asking).refused('NOT_FOUND', 'askErasure', { fileId: wrong.id, reason: '隐私' })
  })

  it('take everything of a member, and the files with it', async () => {
    const spammer = await forum.member('guanggao5')
    const thread = await forum.thread(other)
    const upload = await forum.request
      .post('/api/attachments')
      .set(spammer.headers)
      .attach('file', Buffer.from('身份证复印件'), { filename: '身份证.txt', contentType: 'text/plain' })
      .expect(201)
    const file = upload.body.attachment as { id: number; url: string }
    const ownThread = await forum.thread(spammer, 3, '代办某某')
    await forum.as(spammer).call('createPost', {
      threadId: thread.id,
      content: '代办某某，见附件',
      attachmentIds: [file.id],
    })
    await forum.settle()
    await erase({ userId: spammer.id })
    expect(await holding('代办某某')).toEqual([])
    expect(await forum.api.db.attachments.findOne({ _id: file.id })).toBeNull()
    expect(await forum.files.open(file.url.slice(file.url.lastIndexOf('/') + 1))).toBeNull()
    await forum.as(other).refused('NOT_FOUND', 'getThread', { threadId: ownThread.id })
    // The list of erasures lies beside the uploads, and nobody is served it.
    expect(await forum.files.open('erasures.json')).not.toBeNull()
    await forum.request.get('/api/uploads/erasures.json').set(asking.headers).expect(404)
    expect(await counted()).toEqual({ boards: 0, members: 0, threads: 0 })
  })

  it('take what a member wrote who leaves and asks for it, and nothing of one who does not', async () => {
    const thread = await forum.thread(other)
    const [leaving, staying] = [await forum.member('likai1'), await forum.member('likai2')]
    await forum.as(leaving).reply(thread.id, '走了就清掉')
    await forum.as(staying).reply(thread.id, '走了也留下')
    // Without this, events still being delivered would only be erased by the second pass.
    await forum.settle()
    await forum.as(leaving).call('deleteAccount', { password: PASSWORD, content: 'erase' })
    await forum.as(staying).call('deleteAccount', { password: PASSWORD })
    await forum.settle()
    expect(await holding('走了就清掉')).toEqual([])
    expect(await holding('走了也留下')).toContain('posts')
  })

  it('need two admins, the second of whom comes in time; where there is one, that one alone', async () => {
    const { openingPostId } = await forum.thread(author)
    const ask = async () =>
      (await forum.as(asking).call('askErasure', { postIds: [openingPostId], reason: '法院要求' })).erasure
    const asked = await ask()
    expect(asked).toMatchObject({ status: 'asked', canConfirm: false })
    await forum.as(asking).refused('FORBIDDEN', 'confirmErasure', { erasureId: asked.id })
    const { erasures } = await forum.as(confirming).call('listErasures')
    expect(erasures[0]).toMatchObject({ id: asked.id, canConfirm: true, reason: '法院要求' })
    forum.clock.advance(ERASURE_HOURS * HOUR_MS)
    await forum.api.db.sessions.updateMany({}, { $set: { confirmedAt: forum.clock.now() } })
    await forum.as(confirming).refused('CONFLICT', 'confirmErasure', { erasureId: asked.id })
    await forum.api.db.members.updateOne({ _id: confirming.id }, { $set: { role: 'user' } })
    const alone = await ask()
    expect(alone.canConfirm).toBe(true)
    await forum.as(asking).call('confirmErasure', { erasureId: alone.id })
    await forum.settle()
    await forum.api.db.members.updateOne({ _id: confirming.id }, { $set: { role: 'admin' } })
    const log = await forum.api.db.moderationLog.find({ action: { $regex: 'erasure' } }).toArray()
    expect(log.every(({ isForAdmins }) => isForAdmins === true)).toBe(true)
    const { entries } = await forum.as(await forum.member('banzhu8', 'moderator')).call('listModerationLog')
    expect(entries.filter(({ action }) => action.endsWith('_erasure'))).toEqual([])
  })

  it('are gone on by another process, and find what was written meanwhile', async () => {
    const thread = await forum.thread(other)
    const post = await forum.as(author).reply(thread.id, '半路停下的字')
    const { erasure } = await forum.as(asking).call('askErasure', { postIds: [post.id], reason: '隐私' })
    // As a process leaves it that dies right after the confirmation.
    const unfinished = [{ id: 'erase', kind: 'erase' as const, since: new Date(0) }]
    await forum.api.db.erasures.updateOne(
      { _id: erasure.id },
      { $set: { status: 'running', confirmedBy: confirming.id, unfinished } },
    )
    await forum.api.db.posts.updateOne({ _id: thread.openingPostId }, { $set: { content: '半路停下的字' } })
    await forum.api.db.posts.updateOne({ _id: thread.openingPostId }, { $set: { content: '顶' } })
    forum.clock.advance(11 * MINUTE_MS)
    await forum.api.sweep()
    await forum.settle()
    expect(await holding('半路停下的字')).toEqual([])
    const done = await forum.api.db.erasures.findOne({ _id: erasure.id })
    expect([done?.status, done?.unfinished]).toEqual(['done', []])
  })

  it('are applied to a database that was restored from before them', async () => {
    const thread = await forum.thread(other)
    const post = await forum.as(author).reply(thread.id, '备份里的住址')
    await forum.settle()
    const before = {
      posts: await forum.api.db.posts.find({ threadId: thread.id }).toArray(),
      thread: await forum.api.db.threads.findOne({ _id: thread.id }),
    }
    const erasureId = await erase({ postIds: [post.id] })
    // The backup has neither the erasure nor its event.
    await forum.api.db.erasures.deleteMany({})
    await forum.api.db.threadEvents.deleteMany({ threadId: thread.id, seq: { $gt: before.thread!.seq } })
    await forum.api.db.threadEvents.updateOne(
      { threadId: thread.id, 'post._id': post.id },
      { $set: { 'post.content': '备份里的住址' } },
    )
    await forum.api.db.threads.replaceOne({ _id: thread.id }, before.thread!)
    for (const one of before.posts) await forum.api.db.posts.replaceOne({ _id: one._id }, one)
    const restored = await startAnotherApi(forum.uri, { files: forum.files, clock: forum.clock })
    try {
      await restored.api.finishRestore(() => undefined)
      expect(await holding('备份里的住址')).toEqual([])
      const erased = await restored.api.db.posts.findOne({ _id: post.id })
      expect(erased).toMatchObject({ content: '', isDeleted: true })
      expect(await restored.api.db.erasures.findOne({ _id: erasureId })).not.toBeNull()
    } finally {
      await restored.stop()
    }
  })

  it('take the text of a version from a backup that is older than the edit that replaced it', async () => {
    const thread = await forum.thread(other)
    const post = await forum.as(author).reply(thread.id, '备份里的电话庚')
    await forum.settle()
    const before = {
      post: (await forum.api.db.posts.findOne({ _id: post.id }))!,
      thread: (await forum.api.db.threads.findOne({ _id: thread.id }))!,
    }
    await edit(author, post.id, '改过了')
    await forum.settle()
    await erase({ postIds: [post.id], version: 1 })
    expect(await holding('电话庚')).toEqual([])
    await forum.api.db.threadEvents.deleteMany({ threadId: thread.id, seq: { $gt: before.thread.seq } })
    await forum.api.db.threads.replaceOne({ _id: thread.id }, before.thread)
    await forum.api.db.posts.replaceOne({ _id: post.id }, before.post)
    const restored = await startAnotherApi(forum.uri, { files: forum.files, clock: forum.clock })
    try {
      await restored.api.finishRestore(() => undefined)
      expect(await holding('电话庚')).toEqual([])
      const kept = await restored.api.db.posts.findOne({ _id: post.id })
      expect(kept).toMatchObject({ content: '（已依法删除）', isDeleted: false })
    } finally {
      await restored.stop()
    }
  })

  it('leave what a member writes later, also when a backup from then is restored', async () => {
    const member = await forum.member('huilai1')
    const thread = await forum.thread(other)
    await forum.as(member).reply(thread.id, '早先的话')
    await erase({ userId: member.id })
    expect(await holding('早先的话')).toEqual([])
    forum.clock.advance(11 * MINUTE_MS)
    const later = await forum.as(member).reply(thread.id, '后来的话')
    await forum.as(member).call('updateProfile', { signature: '新的签名' })
    await forum.api.sweep()
    await forum.settle()
    const restored = await startAnotherApi(forum.uri, { files: forum.files, clock: forum.clock })
    try {
      await restored.api.finishRestore(() => undefined)
      const kept = await restored.api.db.posts.findOne({ _id: later.id })
      expect(kept).toMatchObject({ content: '后来的话', isDeleted: false })
      const profile = await restored.api.db.members.findOne({ _id: member.id })
      expect(profile?.signature).toBe('新的签名')
    } finally {
      await restored.stop()
    }
  })
})
