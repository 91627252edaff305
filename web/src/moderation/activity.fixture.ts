import { type Activity } from '@forum/shared/contract'

const START = Date.parse('2026-11-20T14:30:00.000Z')

/** A line of the feed, `at` seconds after the start of the hour. */
export function aLine(
  id: number,
  { at = id, by = 7, ...given }: Partial<Activity> & { at?: number; by?: number } = {},
): Activity {
  return {
    id,
    kind: 'post',
    actor: {
      id: by,
      username: `member${by}`,
      displayName: `会员${by}`,
      avatar: null,
      role: 'user',
      createdAt: '2020-01-01T00:00:00.000Z',
      postCount: 50,
    },
    board: { id: 3, name: 'feedback', name_zh: '意见反馈', displayName: '意见反馈' },
    thread: { id: 1, title: '今晚吃什么' },
    postId: 1_000 + id,
    postNumber: id + 1,
    excerpt: `第 ${id} 条`,
    detail: {},
    flags: [],
    handledBy: null,
    createdAt: new Date(START + at * 1_000).toISOString(),
    ...given,
  }
}
