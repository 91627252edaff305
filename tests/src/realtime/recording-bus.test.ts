import type { BusMessage } from '@forum/shared/bus'
import { audiences } from '@forum/shared/events'
import { expect, it } from 'vitest'
import { RecordingBus } from '../fixtures/forum'

const fields = { id: '1', at: new Date(0).toISOString() }
const liked = {
  name: 'post:liked',
  ...fields,
  threadId: 5,
  seq: 2,
  postId: 9,
  likeCount: 1,
  thread: {
    seq: 2,
    postCount: 2,
    replyCount: 1,
    lastPostNumber: 2,
    lastNumber: 2,
    totalPages: 1,
    lastPostAt: fields.at,
    lastPostUser: { id: 1, username: 'xiaoli', displayName: '小李', avatar: null, role: 'user' },
  },
}

it.each<[string, object, object, number]>([
  ['nothing of a public event', audiences.thread(5), liked, 0],
  ['nothing of what a member is sent', audiences.user(1), { name: 'message:read', ...fields }, 0],
  [
    'a private event in a public room',
    audiences.thread(5),
    { name: 'message:deleted', ...fields, messageId: 3 },
    1,
  ],
  ['a private field of a public event', audiences.thread(5), { ...liked, likedByMe: true }, 1],
])('records as overheard %s', async (_, audience, event, count) => {
  const bus = new RecordingBus()
  await bus.publish({ audience, event } as BusMessage)
  expect(bus.overheard).toHaveLength(count)
})
