import { pageOfNumber } from '@forum/shared/pages'
import type { ThreadLogCollections } from '../log'
import type { ImportCollections } from './imports.model'
import type { OldAddress } from './old-address'

/** Merges that an address follows, one after the other. */
const MERGES_MAX = 10

/** Finds where the addresses of an imported forum lead. Boards, threads, posts and members keep their ids. */
export class OldAddresses {
  constructor(
    private readonly db: ImportCollections & Pick<ThreadLogCollections, 'posts' | 'threads'>,
    /** Returns true if everyone may read a board. */
    private readonly isOpen: (boardId: number) => Promise<boolean>,
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
    const threadId = moved?.threadId ?? oldId
    const projection = { lastNumber: 1, boardId: 1, isDeleted: 1, mergedInto: 1 }
    let thread = await this.db.threads.findOne({ _id: threadId }, { projection })
    for (let hops = 0; thread?.mergedInto && hops < MERGES_MAX; hops += 1)
      thread = await this.db.threads.findOne({ _id: thread.mergedInto }, { projection })
    if (!thread || thread.isDeleted || !(await this.isOpen(thread.boardId))) return null
    const last = Math.min(page, pageOfNumber(thread.lastNumber))
    return thread._id === threadId && last > 1
      ? `/threads/${threadId}/page/${last}`
      : `/threads/${thread._id}`
  }
}
