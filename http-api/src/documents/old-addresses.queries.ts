import { pageOfNumber } from '@forum/shared/pages'
import type { ThreadLogCollections } from '../log'
import type { ImportCollections } from './imports.model'
import type { OldAddress } from './old-address'

/** Finds where the addresses of an imported forum lead. Boards, threads, posts and members keep their ids. */
export class OldAddresses {
  constructor(private readonly db: ImportCollections & Pick<ThreadLogCollections, 'posts' | 'threads'>) {}

  /** Returns the path of the same content here; null if nothing was imported or the content is missing. */
  async pathOf(address: OldAddress): Promise<string | null> {
    const imported = await this.db.imports.findOne({})
    if (!imported) return null
    switch (address.kind) {
      case 'home':
        return '/'
      case 'board':
        return `/boards/${address.boardId}`
      case 'member':
        return `/users/${address.memberId}`
      case 'post': {
        const post = await this.db.posts.findOne({ _id: address.postId }, { projection: { _id: 1 } })
        if (post) return `/posts/${address.postId}`
        return address.threadId === null ? null : this.threadPath(address.threadId, 1)
      }
      case 'thread': {
        const first = (address.page - 1) * imported.postsPerPage + 1
        return this.threadPath(address.threadId, pageOfNumber(first))
      }
    }
  }

  private async threadPath(oldId: number, page: number): Promise<string | null> {
    const moved = await this.db.movedThreads.findOne({ _id: oldId })
    const threadId = moved?.threadId ?? oldId
    const thread = await this.db.threads.findOne({ _id: threadId }, { projection: { lastNumber: 1 } })
    if (!thread) return null
    const last = Math.min(page, pageOfNumber(thread.lastNumber))
    return last > 1 ? `/threads/${threadId}/page/${last}` : `/threads/${threadId}`
  }
}
