import { type UserSummary } from '@forum/shared/contract'
import { PAGE_SIZE } from '@forum/shared/limits'
import { type List, nextPage } from '../../resource'
import { likersSlice } from './likers.slice'

/** The members who like a post, the newest like first. */
export const likersOf = (postId: number): List<UserSummary> => ({
  key: `likers of post:${postId}`,
  room: null,
  applyItem: (write, user) => {
    write(likersSlice)[user.id] = user
  },
  async read({ call, cursor }) {
    const query = { page: cursor ?? '1', limit: PAGE_SIZE }
    const { users, pagination } = await call('listLikes', { params: { postId }, query })
    return { items: users, nextCursor: nextPage(pagination) }
  },
})
