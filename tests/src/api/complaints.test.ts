import { DAY_MS } from '@forum/shared/clock'
import type { Case } from '@forum/shared/contract'
import { COMPLAINT_DAYS } from '@forum/shared/limits'
import { COMPLAINT_ANSWER_DAYS } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MODERATED_BOARD, startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'
import { startSmtp } from '../fixtures/smtp'

describe('complaints from outside', () => {
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let boardModerator: TestMember
  let author: TestMember
  let threadId: number
  let postId: number

  beforeAll(async () => {
    smtp = await startSmtp()
    const mail = { url: smtp.url, from: 'luntan@example.com' }
    ;({ forum, admin, moderator, boardModerator } = await startStaffedForum({ config: { mail } }))
    author = await forum.member('zuozhe')
    threadId = (await forum.thread(author, MODERATED_BOARD, '转载的文章')).id
    const { post } = (await forum.as(author).call('createPost', { threadId, content: '全文在此' })) as {
      post: { id: number }
    }
    postId = post.id
  })
  afterAll(async () => {
    await forum.stop()
    await smtp.stop()
  })

  const complain = (url: string, fields: object = {}) =>
    forum.request
      .post('/api/complaints')
      .send({ url, kind: 'copyright', text: '这是我写的', contact: 'writer@mail.example', ...fields })
  const listed = async (by: TestMember) =>
    (await forum.as(by).call('listCases')).cases.filter(({ kind }) => kind === 'complaint')
  /** Complains, and returns the case that this opens. */
  const opened = async (url: string, fields: object = {}, by = admin): Promise<Case> => {
    const before = new Set((await listed(by)).map(({ id }) => id))
    const { body } = await complain(url, fields).expect(202)
    expect(body).toEqual({})
    const [found] = (await listed(by)).filter(({ id }) => !before.has(id))
    if (!found) throw new Error('no case was opened')
    return found
  }
  const resolve = (id: number, body: object, by = moderator) =>
    forum.request.post(`/api/moderation/reports/${id}/resolve`).set(by.headers).send(body)
  const whole = async (caseId: number, by = moderator) =>
    (await forum.as(by).call('getCase', { caseId })).case

  it('opens a case that names the post, for moderators of every board', async () => {
    const url = `https://forum.example/threads/${threadId}/page/1#post-${postId}`
    const found = await opened(url, { isTrue: true }, moderator)
    expect(found).toMatchObject({
      status: 'open',
      reports: [],
      post: { id: postId, author: { id: author.id } },
      complaint: { url, kind: 'copyright', text: '这是我写的', contact: null, isTrue: true, isMailed: true },
    })
    expect((await whole(found.id)).complaint?.contact).toBe('writer@mail.example')
    expect(await listed(boardModerator)).toEqual([])
    await forum.as(boardModerator).refused('NOT_FOUND', 'getCase', { caseId: found.id })
    const { activity } = await forum.as(moderator).call('listActivity', { kind: 'report' })
    expect(activity[0]).toMatchObject({ detail: { caseId: found.id, complaint: 'copyright' } })
    expect(JSON.stringify(activity)).not.toContain('writer@mail.example')
    const { activity: theirs } = await forum.as(boardModerator).call('listActivity', { kind: 'report' })
    expect(theirs).toEqual([])
  })

  it('stays with moderators of every board when its thread is moved', async () => {
    const moved = (await forum.thread(author, 3, '会搬走的')).id
    const found = await opened(`/threads/${moved}`)
    await forum.as(admin).call('moveThread', { threadId: moved, boardId: MODERATED_BOARD })
    await forum.settle()
    expect((await listed(boardModerator)).map(({ id }) => id)).not.toContain(found.id)
  })

  it('stays with moderators of every board when its post is split off', async () => {
    const { id: source } = await forum.thread(author, 3, '会拆开的')
    const { id: replyId } = await forum.as(author).reply(source, '拆出去的')
    const found = await opened(`/posts/${replyId}`)
    const { body } = await forum.request
      .post(`/api/threads/${source}/split`)
      .set(admin.headers)
      .send({ postIds: [replyId], title: '另开一题', boardId: MODERATED_BOARD })
      .expect(200)
    await forum.settle()
    const { id } = (body as { thread: { id: number } }).thread
    expect(await forum.api.db.cases.findOne({ _id: found.id })).toMatchObject({ threadId: id, boardId: null })
    expect((await listed(boardModerator)).map((one) => one.id)).not.toContain(found.id)
  })

  it('about an anonymous post is nothing for its author, also one on staff', async () => {
    const { board } = await forum
      .as(admin)
      .call('createBoard', { name_zh: '树洞', category: '1', allowsAnonymous: true })
    const { thread } = await forum
      .as(moderator)
      .call('createThread', { title: '匿名的话', content: '心事', boardId: board.id, anonymous: true })
    const found = await opened(`/posts/${thread.openingPostId}`)
    await forum.as(moderator).refused('NOT_FOUND', 'getCase', { caseId: found.id })
    expect((await listed(moderator)).map(({ id }) => id)).not.toContain(found.id)
  })

  it('about a merged thread names the post that opened it, also while that moves', async () => {
    const gone = await forum.thread(author, 3, '重复的')
    const { id: into } = await forum.thread(author, 3, '留下的')
    await forum.as(moderator).call('mergeThread', { threadId: gone.id, into })
    const _id = gone.openingPostId
    const stored = async () => {
      const found = await opened(`/threads/${gone.id}`)
      return forum.api.db.cases.findOne({ _id: found.id })
    }
    expect(await stored()).toMatchObject({ postId: _id, threadId: into, authorId: author.id })
    await forum.api.db.posts.updateOne({ _id }, { $set: { threadId: -into } })
    expect(await stored()).toMatchObject({ postId: _id, threadId: null })
    await forum.api.db.posts.updateOne({ _id }, { $set: { threadId: into } })
  })

  it('answers alike whether or not a page exists or is hidden', async () => {
    const access = { see: 'staff', start: 'staff', reply: 'staff' } as const
    const { board } = await forum.as(admin).call('createBoard', { name_zh: '密室', category: '1', access })
    const hidden = (await forum.thread(admin, board.id, '内部的事')).id
    const answers = await Promise.all(
      [`/threads/${hidden}`, '/threads/999999', `/threads/${threadId}`, '/boards/1', 'https://else.example/']
        .map((url) => complain(url).expect(202))
        .map(async (sent) => {
          const { body, headers } = await sent
          return [body as unknown, Object.keys(headers).toSorted()]
        }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('hides a complaint about staff from moderators, and one about a member from that member', async () => {
    const about = await opened(`/users/${moderator.id}`)
    expect(about).toMatchObject({ member: { id: moderator.id } })
    await forum.as(moderator).refused('NOT_FOUND', 'getCase', { caseId: about.id })
    const aboutMember = await opened(`/users/${author.id}`, {}, moderator)
    await forum.as(author).refused('NOT_FOUND', 'getCase', { caseId: aboutMember.id })
  })

  it('mails an answer once when the case is settled, which an undo reopens', async () => {
    const found = await opened(`/posts/${postId}`)
    const from = smtp.received.length
    const body = { action: 'delete_post', reason: '侵权', answer: '已经删除，谢谢。' }
    const settled = await resolve(found.id, body).expect(200)
    const mail = await smtp.mailTo('writer@mail.example', from)
    expect(mail.text).toContain('已经删除，谢谢。')
    expect(mail.text).toContain(`/posts/${postId}`)
    expect(mail.text).not.toContain('banzhu')
    await forum.api.sweep()
    expect(smtp.received.length).toBe(from + 1)
    const { undo } = settled.body as { undo: { id: number } }
    await forum.as(moderator).call('undoAct', { actId: undo.id })
    expect(await whole(found.id)).toMatchObject({ status: 'open', post: { isDeleted: false } })
  })

  it('is settled without an act, in the words of the language it was written in', async () => {
    const page = 'https://else.example/copy'
    const found = await opened(page)
    await resolve(found.id, { action: 'delete_post' }).expect(400)
    await resolve(found.id, { action: 'ban_user' }).expect(400)
    const from = smtp.received.length
    await resolve(found.id, { action: 'other' }).expect(200)
    expect((await smtp.mailTo('writer@mail.example', from)).text).toContain('已经处理')
    expect(await whole(found.id)).toMatchObject({ status: 'resolved', action: 'other' })
  })

  it('sends no mail where the contact is no address, and takes no answer for it', async () => {
    const found = await opened(`/threads/${threadId}`, { contact: '电话 555-0100' })
    const from = smtp.received.length
    expect((await whole(found.id)).complaint?.isMailed).toBe(false)
    await resolve(found.id, { action: 'dismiss' }).expect(200)
    await forum.settle()
    expect(smtp.received.length).toBe(from)
  })

  it('tries to mail an answer until the server takes it, and for no longer than some days', async () => {
    const found = await opened(`/threads/${threadId}`, { contact: 'late@mail.example' })
    smtp.refuse('late@mail.example', 451)
    await resolve(found.id, { action: 'dismiss' }).expect(200)
    await forum.settle()
    const left = async () => (await forum.api.db.cases.findOne({ _id: found.id }))?.unfinished ?? []
    expect((await left()).map(({ kind }) => kind)).toEqual(['case_notice'])
    forum.clock.advance((COMPLAINT_ANSWER_DAYS + 1) * DAY_MS)
    await forum.api.db.cases.updateOne({ _id: found.id }, { $set: { 'unfinished.0.since': new Date(0) } })
    await forum.api.sweep()
    expect(await left()).toEqual([])
  })

  it('loses its text and contact some time after it was settled', async () => {
    const found = await opened(`/threads/${threadId}`, { contact: 'gone@mail.example', text: '我的住址' })
    await resolve(found.id, { action: 'dismiss', answer: '不删' }).expect(200)
    await forum.api.prune()
    expect((await whole(found.id)).complaint?.text).toBe('我的住址')
    const handledAt = new Date(forum.clock.now().getTime() - (COMPLAINT_DAYS + 1) * DAY_MS)
    await forum.api.db.cases.updateOne({ _id: found.id }, { $set: { handledAt } })
    await forum.api.prune()
    expect((await whole(found.id)).complaint).toMatchObject({ text: null, contact: null })
    expect(JSON.stringify(await forum.api.db.cases.findOne({ _id: found.id }))).not.toMatch(/住址|gone@|不删/)
  })

  it('refuses what is no address, empty or too long', async () => {
    for (const url of ['', 'javascript:alert(1)', '//evil.example', 'forum.example/threads/1'])
      await complain(url).expect(400)
    for (const fields of [{ text: ' ' }, { contact: '' }, { kind: 'bad' }, { text: '长'.repeat(3_001) }])
      await complain('/threads/1', fields).expect(400)
  })
})
