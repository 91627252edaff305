import { pageOfNumber } from '@forum/shared/pages'
import type { ThreadLogCollections } from '../log'
import type { ImportCollections } from './imports.model'
import type { OldAddress } from './old-address'

/** Finds where the addresses of an imported forum lead. Boards, threads, posts and members keep their ids. */
export class OldAddresses {
  constructor(
    private readonly db: ImportCollections & Pick<ThreadLogCollections, 'posts' | 'threads'>,
    private readonly forum: {
      /** Returns the thread that a thread was merged into, or the thread itself. */
      currentOf: (threadId: number) => Promise<number>
      /** Returns true if everyone may read a board. */
      isOpen: (boardId: number) => Promise<boolean>
    },
  ) {}

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
        const post = await this.db.posts.findOne(
          { _id: address.postId, isDeleted: false },
          { projection: { threadId: 1 } },
        )
        if (post && (await this.threadPath(Math.abs(post.threadId), 1))) return `/posts/${address.postId}`
        return address.threadId === null ? null : this.threadPath(address.threadId, 1)
      }
      case 'thread': {
        const first = (address.page - 1) * imported.postsPerPage + 1
        return this.threadPath(address.threadId, pageOfNumber(first))
      }
    }
  }

  /** The address does not say who follows it, so what is not open to everyone is as unknown as what is not there. */
  private async threadPath(oldId: number, page: number): Promise<string | null> {
    const moved = await this.db.movedThreads.findOne({ _id: oldId })
    const givenId = moved?.threadId ?? oldId
    const threadId = await this.forum.currentOf(givenId)
    const thread = await this.db.threads.findOne(
      { _id: threadId, isDeleted: false },
      { projection: { lastNumber: 1, boardId: 1 } },
    )
    if (!thread || !(await this.forum.isOpen(thread.boardId))) return null
    // The pages of a thread that was merged are those of no other.
    const last = threadId === givenId ? Math.min(page, pageOfNumber(thread.lastNumber)) : 1
    return last > 1 ? `/threads/${threadId}/page/${last}` : `/threads/${threadId}`
  }
}
