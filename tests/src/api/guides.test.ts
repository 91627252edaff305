import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

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
    expect(update?.text.replaceAll(/[\u2068\u2069]/g, '')).toMatch(/更新了你关注的主题《报税指南》 2 次$/)
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
