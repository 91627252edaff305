import { type ThreadInList } from '@forum/shared/contract'
import { type CallOptions } from '../../lib/api'
import { type List } from '../../resource'
import { HOME, threadItems } from '../lists'

const besideHome = (
  name: string,
  query: NonNullable<CallOptions<'listThreads'>['query']>,
): List<ThreadInList> => ({
  key: `beside:${name}`,
  room: HOME,
  keepsOrder: true,
  applyItem: threadItems.applyItem,
  read: async ({ call }) => ({ items: (await call('listThreads', { query })).threads }),
})

/** The threads that moderators have featured in the past week, the last first. */
export const bestOfWeek = besideHome('best', { featured: 'true', daysAgo: 7, limit: 3 })

/** Questions without an answer, those with the newest posts first. */
export const openQuestions = besideHome('open', { solved: 'false', limit: 5 })
