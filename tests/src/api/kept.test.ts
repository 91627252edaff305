import { DRAFTS_MAX } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('what members keep for later', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  const as = (member: TestMember) => forum.as(member)

  beforeAll(async () => {
    forum = await startTestForum()
    ;[xiaoli, laowang] = [await forum.member('xiaoli'), await forum.member('laowang')]
  })
  afterAll(() => forum.stop())

  describe('posts', () => {
    const kept = async (member: TestMember) =>
      (await as(member).call('listBookmarks', { kind: 'posts' })).posts.map(({ id, bookmark }) => [
        id,
        bookmark.note,
      ])

    it('are listed with their notes, the newest first, for nobody else', async () => {
      const thread = await forum.thread(laowang, 3, '路考经验')
      const [first, second] = [
        await as(laowang).reply(thread.id, '甲'),
        await as(laowang).reply(thread.id, '乙'),
      ]
      const { post } = await as(xiaoli).call('bookmarkPost', {
        postId: first.id,
        bookmarked: true,
        note: ' 路线 ',
      })
      expect(post).toMatchObject({ id: first.id, bookmark: { note: '路线', remindAt: null } })
      forum.clock.advance(1_000)
      await as(xiaoli).call('bookmarkPost', { postId: second.id, bookmarked: true })
      // Keeping it again changes its note alone.
      await as(xiaoli).call('bookmarkPost', { postId: first.id, bookmarked: true, note: '路线图' })
      expect(await kept(xiaoli)).toEqual([
        [second.id, ''],
        [first.id, '路线图'],
      ])
      const shown = await as(xiaoli).call('getThread', { threadId: thread.id })
      expect(shown.thread.viewer?.bookmarkedPostIds).toEqual([first.id, second.id])
      expect(await kept(laowang)).toEqual([])
      expect((await as(laowang).call('getThread', { threadId: thread.id })).thread.viewer).toMatchObject({
        bookmarkedPostIds: [],
      })
      const removed = await as(xiaoli).call('bookmarkPost', { postId: second.id, bookmarked: false })
      expect(removed.post.bookmark).toBeNull()
      expect(await kept(xiaoli)).toEqual([[first.id, '路线图']])
      await as(laowang)
        .call('deleteThread', { threadId: thread.id })
        .catch(() => undefined)
    })

    it('remind the member once, also if the process ends between the notification and its record', async () => {
      const thread = await forum.thread(laowang, 3, '报税截止')
      const reply = await as(laowang).reply(thread.id, '四月十五日')
      const past = forum.clock.now().toISOString()
      await as(xiaoli).refused('VALIDATION_FAILED', 'bookmarkPost', {
        postId: reply.id,
        bookmarked: true,
        remindAt: past,
      })
      const remindAt = new Date(forum.clock.now().getTime() + 60_000).toISOString()
      await as(xiaoli).call('bookmarkPost', { postId: reply.id, bookmarked: true, note: '去报税', remindAt })
      const reminders = async () =>
        (await as(xiaoli).call('listNotifications')).notifications.filter(({ kind }) => kind === 'system')
      await forum.api.sweep()
      expect(await reminders()).toEqual([])
      forum.clock.advance(60_000)
      await forum.api.sweep()
      expect(await reminders()).toMatchObject([
        { text: '提醒：去报税', thread: { id: thread.id }, postId: reply.id, postNumber: 2 },
      ])
      await forum.api.db.postBookmarks.updateOne(
        { postId: reply.id },
        { $set: { remindAt: new Date(remindAt) } },
      )
      await forum.api.sweep()
      expect(await reminders()).toHaveLength(1)
      const { posts } = await as(xiaoli).call('listBookmarks', { kind: 'posts' })
      expect(posts[0]?.bookmark).toMatchObject({ note: '去报税', remindAt: null })
    })
  })

  it('reminds nobody of a post in a board that the member no longer sees', async () => {
    const admin = await forum.member('zongguan', 'admin')
    const reader = await forum.member('wangle')
    const { board } = await as(admin).call('createBoard', { name_zh: '后院', category: '1' })
    const thread = await forum.thread(laowang, board.id, '关门以后')
    const remindAt = new Date(forum.clock.now().getTime() + 60_000).toISOString()
    const postId = (await as(reader).call('getThread', { threadId: thread.id })).thread.openingPostId
    await as(reader).call('bookmarkPost', { postId, bookmarked: true, remindAt })
    await as(admin).call('updateBoard', { boardId: board.id, access: { see: 'staff' } })
    forum.clock.advance(60_000)
    await forum.api.sweep()
    expect((await as(reader).call('listNotifications')).notifications).toEqual([])
    expect((await as(reader).call('countUnreadNotifications')).count).toBe(0)
    expect((await as(reader).call('listBookmarks', { kind: 'posts' })).posts).toEqual([])
  })

  describe('the history', () => {
    const opened = async (member: TestMember) =>
      (await as(member).call('listHistory')).threads.map(({ title }) => title)

    it('has the threads that the member opened, most recently opened first', async () => {
      const reader = await forum.member('duzhe')
      const [one, two] = [await forum.thread(laowang, 3, '一'), await forum.thread(laowang, 3, '二')]
      await as(reader).call('getThread', { threadId: one.id })
      forum.clock.advance(1_000)
      await as(reader).call('getThread', { threadId: two.id })
      expect(await opened(reader)).toEqual(['二', '一'])
      forum.clock.advance(60 * 60_000)
      await as(reader).call('getThread', { threadId: one.id })
      expect(await opened(reader)).toEqual(['一', '二'])
      expect(await opened(laowang)).toEqual([])
      await as(reader).call('clearHistory')
      expect(await opened(reader)).toEqual([])
      // A thread that is opened after that is listed again.
      await as(reader).call('getThread', { threadId: two.id })
      expect(await opened(reader)).toEqual(['二'])
    })

    it('remembers nothing for a member who has switched it off', async () => {
      const reader = await forum.member('buji')
      const { id } = await forum.thread(laowang, 3, '三')
      const { user } = await as(reader).call('updateProfile', { keepsHistory: false })
      expect(user.keepsHistory).toBe(false)
      await as(reader).call('getThread', { threadId: id })
      expect(await opened(reader)).toEqual([])
    })
  })

  describe('drafts of the account', () => {
    const place = 'reply:12'
    const put = (member: TestMember, value: string, version: number) =>
      as(member).call('putDraft', { place, value, version })

    it('are kept for a message to a name in Chinese', async () => {
      const place = 'message:to:老王'
      await as(xiaoli).call('putDraft', { place, value: '写了一半', version: 0 })
      expect((await as(xiaoli).call('getDraft', { place })).draft).toMatchObject({ place, value: '写了一半' })
      await as(xiaoli).call('putDraft', { place, value: '', version: 1 })
    })

    it('continue on another device, where a stale text replaces nothing', async () => {
      expect((await as(xiaoli).call('getDraft', { place })).draft).toMatchObject({ value: '', version: 0 })
      const { draft } = await put(xiaoli, '写了一半', 0)
      expect(draft).toMatchObject({ place, value: '写了一半', version: 1 })
      await put(xiaoli, '写了一半，再写', 1)
      const refusal = await as(xiaoli).refused('CONFLICT', 'putDraft', { place, value: '另一台', version: 1 })
      expect(refusal.draft).toMatchObject({ value: '写了一半，再写', version: 2 })
      // The same text again, whose first response was lost.
      expect((await put(xiaoli, '写了一半，再写', 1)).draft.version).toBe(2)
      expect((await as(xiaoli).call('listDrafts')).drafts).toMatchObject([{ place, version: 2 }])
      expect((await as(laowang).call('getDraft', { place })).draft.value).toBe('')
      await as(xiaoli).call('removeDraft', { place })
      expect((await as(xiaoli).call('listDrafts')).drafts).toEqual([])
      // Another device, which knows an earlier text, replaces none that was begun after it.
      expect((await put(xiaoli, '重新写', 0)).draft.value).toBe('重新写')
      for (const version of [0, 1, 2])
        await as(xiaoli).refused('CONFLICT', 'putDraft', { place, value: '旧的', version })
    })

    it('are gone for every device once one of them stores an empty text in their place', async () => {
      const writer = await forum.member('qingkong')
      const { draft } = await put(writer, '发出去了', 0)
      expect((await put(writer, '', draft.version)).draft).toMatchObject({ value: '', version: 0 })
      expect((await as(writer).call('listDrafts')).drafts).toEqual([])
      expect((await as(writer).call('getDraft', { place })).draft).toMatchObject({ value: '', version: 0 })
      const stale = { place, value: '旧的', version: draft.version }
      expect((await as(writer).refused('CONFLICT', 'putDraft', stale)).draft).toMatchObject({ version: 0 })
      const begun = (await put(writer, '再写', 0)).draft
      expect(begun.version).toBeGreaterThan(draft.version)
    })

    it('are stored encrypted', async () => {
      await put(laowang, '不给人看的话', 0)
      const stored = await forum.api.db.drafts.find().toArray()
      expect(JSON.stringify(stored)).not.toContain('不给人看')
    })

    it('are limited in number, size and place', async () => {
      const writer = await forum.member('xieshou')
      for (let i = 0; i < DRAFTS_MAX; i++)
        await forum.api.db.drafts.insertOne({
          _id: `${writer.id}:reply:${i}`,
          userId: writer.id,
          place: `reply:${i}`,
          sealed: '',
          version: 1,
          updatedAt: forum.clock.now(),
        })
      const refusedFor = async (input: { place: string; value: string }) =>
        (await as(writer).refused('VALIDATION_FAILED', 'putDraft', { ...input, version: 0 })).errors
      expect(await refusedFor({ place: 'thread', value: 'x' })).toMatchObject([{ code: 'too_many' }])
      expect(await refusedFor({ place: 'reply:1', value: 'x'.repeat(200 * 1024 + 1) })).toMatchObject([
        { field: 'value', code: 'too_long' },
      ])
      await as(writer).refused('NOT_FOUND', 'getDraft', { place: 'no place' })
    })
  })
})
