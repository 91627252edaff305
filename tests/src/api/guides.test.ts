import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

let forum: TestForum
let xiaoli: TestMember
let laowang: TestMember
let banzhu: TestMember

beforeAll(async () => {
  ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
})
afterAll(() => forum.stop())

/** Starts a guide by xiaoli and returns its ids. */
async function guide(title = '报税指南', more: object = {}) {
  const body = { title, content: '第一版', boardId: 3, ...more }
  const { thread } = await forum.as(xiaoli).call('createThread', body)
  return { threadId: thread.id, postId: thread.openingPostId }
}
const unreadOf = async (by: TestMember) => {
  await forum.settle()
  const { notifications } = await forum.as(by).call('listNotifications')
  return notifications.filter(({ isRead }) => !isRead)
}

describe('updates of a guide', () => {
  it('notify those who watch it of its notes, together, and lead to the opening post', async () => {
    const { threadId, postId } = await guide()
    await forum.as(laowang).call('watchThread', { threadId, watched: true })
    const edit = (content: string, note?: string) =>
      forum.as(xiaoli).call('updatePost', { postId, content, ...(note && { note }) })
    await edit('第一版，改了错字')
    expect(await unreadOf(laowang)).toEqual([])
    await edit('第二版', '换了今年的表格')
    await edit('第三版', '加了州税一节')
    const [update, ...others] = await unreadOf(laowang)
    expect(others).toEqual([])
    expect(update).toMatchObject({
      kind: 'update',
      thread: { id: threadId },
      postId,
      postNumber: 1,
      words: { postId, excerpt: '加了州税一节' },
    })
    expect(update?.text.replaceAll(/[\u2068\u2069]/g, '')).toMatch(/更新了《报税指南》 2 次$/)
    expect((await unreadOf(xiaoli)).filter(({ kind }) => kind === 'update')).toEqual([])
    await forum.as(laowang).call('markThreadRead', { threadId, number: 1 })
    expect(await unreadOf(laowang)).toEqual([])
  })

  it('notify nobody while the setting is off, nor of an edit by a moderator', async () => {
    const { threadId, postId } = await guide()
    await forum.as(laowang).call('watchThread', { threadId, watched: true })
    await forum.as(banzhu).call('updatePost', { postId, content: '改过', note: '删了广告' })
    expect(await unreadOf(laowang)).toEqual([])
    await forum.as(laowang).call('updateNotificationSettings', { update: 'off' })
    await forum.as(xiaoli).call('updatePost', { postId, content: '又改过', note: '补了链接' })
    expect(await unreadOf(laowang)).toEqual([])
    await forum.as(laowang).call('updateNotificationSettings', { update: 'push' })
  })
})

describe('co-authors of a guide', () => {
  let friend: TestMember
  beforeAll(async () => {
    friend = await forum.member('xiaozhang')
  })
  const invite = (postId: number, to: TestMember, by = xiaoli) =>
    forum.as(by).call('inviteCoauthor', { postId, userId: to.id })
  const join = async (postId: number, member = laowang) => {
    await invite(postId, member)
    return (await forum.as(member).call('acceptCoauthoring', { postId })).post
  }
  const postOf = async (postId: number, by?: TestMember) =>
    (await forum.as(by).call('getPost', { postId })).post
  const namesOf = async (postId: number) =>
    (await postOf(postId)).coauthors?.map(({ username }) => username) ?? []
  const forms = { content: '第二版', note: '换了表格' }

  it('are invited by name, and named to everyone once they have accepted', async () => {
    const { threadId, postId } = await guide('一起写')
    expect((await invite(postId, laowang)).invited).toMatchObject([{ username: 'laowang88' }])
    expect(await namesOf(postId)).toEqual([])
    expect((await forum.as(laowang).call('listCoauthors', { postId })).invited).toEqual([])
    const [notice] = await unreadOf(laowang)
    expect(notice).toMatchObject({ kind: 'coauthor', postId, actor: { username: 'xiaoli' } })
    const { thread } = await forum.as(laowang).call('getThread', { threadId })
    expect(thread.openingPost?.viewer).toEqual({ canEdit: false, canDelete: false, isInvited: true })
    expect(thread.viewer?.canEdit).toBe(false)

    const { post } = await forum.as(laowang).call('acceptCoauthoring', { postId })
    expect(post.viewer).toEqual({ canEdit: true, canDelete: false })
    expect(await namesOf(postId)).toEqual(['laowang88'])
    expect(await unreadOf(laowang)).toEqual([])
    expect((await forum.as(laowang).call('getThread', { threadId })).thread.viewer).toMatchObject({
      canEdit: true,
      canDelete: false,
    })
    const { invited } = await forum.as(xiaoli).call('listCoauthors', { postId })
    expect(invited).toEqual([])
    const published = forum.bus.sent.flatMap(({ message }) =>
      message.name === 'post:updated' && message.post.id === postId ? message.post : [],
    )
    expect(published.at(-1)?.coauthors).toMatchObject([{ id: laowang.id }])
  })

  it('edit text and title in their own name, which is no act of a moderator', async () => {
    const { threadId, postId } = await guide('一起改')
    await join(postId)
    const edit = { threadId, title: '一起改的指南', ...forms }
    const { thread, undo } = await forum.as(laowang).call('updateThread', edit)
    expect(thread).toMatchObject({ title: '一起改的指南', author: { id: xiaoli.id } })
    expect(undo).toBeNull()
    expect(await postOf(postId)).toMatchObject({ editedBy: { id: laowang.id }, author: { id: xiaoli.id } })
    for (const by of [xiaoli, laowang, banzhu]) {
      const { versions } = await forum.as(by).call('listPostVersions', { postId })
      expect(versions.map(({ editedBy, note }) => [editedBy.id, note])).toEqual([
        [xiaoli.id, undefined],
        [laowang.id, '换了表格'],
      ])
    }
    const [notice] = await unreadOf(xiaoli)
    expect(notice).toMatchObject({
      kind: 'update',
      actor: { id: laowang.id },
      words: { excerpt: '换了表格' },
    })
    const { entries } = await forum.as(banzhu).call('listModerationLog', {})
    expect(entries.filter((entry) => entry.thread?.id === threadId)).toEqual([])
  })

  it('may neither delete, invite, choose the type nor remove others, and edit nothing in a locked thread', async () => {
    const { threadId, postId } = await guide('不能做的')
    await join(postId)
    await join(postId, friend)
    const byCoauthor = forum.as(laowang)
    await byCoauthor.refused('FORBIDDEN', 'deleteThread', { threadId })
    await byCoauthor.refused('FORBIDDEN', 'typeThread', { threadId, type: null })
    await byCoauthor.refused('FORBIDDEN', 'inviteCoauthor', { postId, userId: banzhu.id })
    await byCoauthor.refused('FORBIDDEN', 'removeCoauthor', { postId, userId: friend.id })
    await forum.as(banzhu).call('lockThread', { threadId, locked: true })
    await byCoauthor.refused('THREAD_LOCKED', 'updatePost', { postId, content: '锁了还改' })
    await byCoauthor.refused('THREAD_LOCKED', 'updateThread', { threadId, title: '锁了还改' })
  })

  it('leave, decline and are removed, after which they edit nothing', async () => {
    const { postId } = await guide('走了')
    await join(postId)
    await join(postId, friend)
    await forum.as(laowang).call('removeCoauthor', { postId, userId: laowang.id })
    await forum.as(xiaoli).call('removeCoauthor', { postId, userId: friend.id })
    expect(await namesOf(postId)).toEqual([])
    for (const by of [laowang, friend]) {
      await forum.as(by).refused('FORBIDDEN', 'updatePost', { postId, content: '还想改' })
      await forum.as(by).refused('FORBIDDEN', 'acceptCoauthoring', { postId })
    }
    await invite(postId, laowang)
    expect(await unreadOf(laowang)).toHaveLength(1)
    await forum.as(laowang).call('removeCoauthor', { postId, userId: laowang.id })
    expect(await unreadOf(laowang)).toEqual([])
    expect((await forum.as(xiaoli).call('listCoauthors', { postId })).invited).toEqual([])
  })

  it('are members who can be asked, at most ten', async () => {
    const { postId } = await guide('请谁')
    const refuse = async (code: string, userId: number) => {
      const error = await forum.as(xiaoli).refused('VALIDATION_FAILED', 'inviteCoauthor', { postId, userId })
      expect(error.errors).toMatchObject([{ field: 'userId', code }])
    }
    await refuse('self', xiaoli.id)
    await refuse('not_invitable', 999_999)
    const blocker = await forum.member('lahei')
    await forum.as(blocker).call('blockUser', { userId: xiaoli.id, blocked: true })
    await refuse('not_invitable', blocker.id)
    const friends = await Promise.all(Array.from({ length: 10 }, (_, i) => forum.member(`pengyou${i}`)))
    for (const one of friends) await invite(postId, one)
    await invite(postId, friends[0]!)
    await refuse('too_many_coauthors', laowang.id)
    const reply = await forum.as(xiaoli).reply((await postOf(postId)).threadId, '回复不能一起写')
    await forum.as(xiaoli).refused('FORBIDDEN', 'inviteCoauthor', { postId: reply.id, userId: laowang.id })
  })

  it('edit nothing by an approval of what they wrote before they left', async () => {
    const { postId } = await guide('待审的修改')
    await join(postId)
    const admin = await forum.member('zhanzhang', 'admin')
    await forum.as(admin).call('setWords', { words: [{ pattern: '加微信群', action: 'hold' }] })
    await forum.request
      .put(`/api/posts/${postId}`)
      .set(laowang.headers)
      .send({ content: '欢迎加微信群' })
      .expect(202)
    const [waiting] = (await forum.as(banzhu).call('listHeld', {})).held
    await forum.as(xiaoli).call('removeCoauthor', { postId, userId: laowang.id })
    await forum.as(banzhu).refused('CONFLICT', 'approveHeld', { heldId: waiting!.id })
    await join(postId)
    await forum.as(banzhu).call('approveHeld', { heldId: waiting!.id })
    await forum.settle()
    expect(await postOf(postId)).toMatchObject({ content: '欢迎加微信群', editedBy: { id: laowang.id } })
    expect((await forum.as(xiaoli).call('listOwnHeld')).held).toEqual([])
  })

  it('stay with the post when its thread is merged and comes back', async () => {
    const { threadId, postId } = await guide('并过去')
    const into = (await guide('并到这里')).threadId
    await join(postId)
    const { undo } = await forum.as(banzhu).call('mergeThread', { threadId, into })
    await forum.settle()
    expect(await namesOf(postId)).toEqual(['laowang88'])
    await forum.as(laowang).call('updatePost', { postId, ...forms })
    await forum.as(laowang).refused('FORBIDDEN', 'deletePost', { postId })
    await forum.as(laowang).refused('FORBIDDEN', 'updateThread', { threadId: into, title: '不是我的' })
    await forum.as(laowang).call('removeCoauthor', { postId, userId: laowang.id })
    await forum.as(banzhu).call('undoAct', { actId: undo!.id })
    await forum.settle()
    await forum.as(laowang).refused('FORBIDDEN', 'updateThread', { threadId, title: '已经走了' })
  })

  it('are no longer named once their account is deleted', async () => {
    const { postId } = await guide('注销')
    const leaver = await forum.member('yaozoude')
    await join(postId, leaver)
    await forum.as(leaver).call('deleteAccount', { password: PASSWORD })
    await forum.settle()
    expect(await namesOf(postId)).toEqual([])
  })
})
