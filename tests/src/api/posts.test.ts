import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('replies', () => {
  let forum: TestForum
  let xiaoli: TestMember

  beforeAll(async () => {
    forum = await startTestForum()
    xiaoli = await forum.member('xiaoli')
  })
  afterAll(() => forum.stop())

  const startThread = async (by: TestMember, boardId = 3) => {
    const { body } = await forum.request
      .post('/api/threads')
      .set(by.headers)
      .send({ title: '关于首页', content: '第一帖', boardId })
      .expect(201)
    return body.thread as { id: number; seq: number; openingPostId: number }
  }

  it('gives fifty members who reply at once fifty consecutive floors', async () => {
    const thread = await startThread(xiaoli)
    const members = await Promise.all(Array.from({ length: 50 }, (_, i) => forum.member(`crowd${i}x`)))
    const answers = await Promise.all(
      members.map((member) =>
        forum.request
          .post('/api/posts')
          .set(member.headers)
          .send({ threadId: thread.id, content: `我是 ${member.username}` })
          .expect(201),
      ),
    )
    const floors = answers.map(({ body }) => body.post.number as number).sort((a, b) => a - b)
    expect(floors).toEqual(Array.from({ length: 50 }, (_, i) => i + 2))
    const { body } = await forum.request.get(`/api/threads/${thread.id}?limit=100`).expect(200)
    expect(body.thread).toMatchObject({ postCount: 51, replyCount: 50, lastNumber: 51, seq: 51 })
    expect(body.posts).toHaveLength(50)
    const { body: board } = await forum.request.get('/api/boards/3').expect(200)
    expect(board.board).toMatchObject({ threadCount: 1, postCount: 51, todayCount: 51 })
    const { body: parent } = await forum.request.get('/api/boards/1').expect(200)
    expect(parent.board).toMatchObject({ threadCount: 1, postCount: 51 })
  })
})
