import * as z from 'zod/mini'
import { endpoint } from './define'

export const countUnreadMessages = endpoint({
  name: 'countUnreadMessages',
  summary:
    'How many received messages are unread; of two counts the one with the higher version is the newer',
  method: 'GET',
  path: '/messages/unread/count',
  access: 'member',
  answer: z.strictObject({ count: z.int(), version: z.int() }),
})
