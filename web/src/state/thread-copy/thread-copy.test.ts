import { type CurrentUser } from '@forum/shared/contract'
import { type SocketEvent } from '@forum/shared/events'
import { beforeEach, describe, expect, it } from 'vitest'
import { BOARD, ModelServer, person, THREAD_ID } from '../../testing/model-server'
import { listsSlice } from '../../resource'
import { type Forum } from '../../store'
import { aBoard } from '../../testing/boards'
import { aForum, signIn } from '../../testing/forum'
import { boardCopySlice } from '../board-copy'
import { submissionsSlice } from '../drafts'
import { type ThreadEvent } from './entities'
import { replyPlace } from './own-reply'
import {
  applyChanges,
  applyHeldEvents,
  applyPosts,
  applyThread,
  applyThreadPage,
  noteOwnLike,
  threadCopySlice,
} from './thread-copy.slice'

const ME = 9
const me = (role: 'user' | 'moderator' = 'user') =>
  ({ ...person(ME), role, moderatedBoardIds: [], blocked: [] }) as unknown as CurrentUser

describe('a thread’s log in the page', () => {
  let server: ModelServer
  let forum: Forum
  const receive = (...messages: (SocketEvent | null)[]) => {
    for (const message of messages) if (message) forum.receive([message])
  }
  const readPage = (page: number) => {
    forum.update((write) => {
      applyThreadPage(write, server.readPage(page), page)
    })
  }
  const setSending = (isSending: boolean) => {
    forum.update((write) => {
      write(submissionsSlice)[replyPlace(write, THREAD_ID)] = isSending
        ? { status: 'sending', error: null, about: null }
        : null
    })
  }
  const log = () => forum.read(threadCopySlice).logs[THREAD_ID]!
  const post = (number: number) => forum.read(threadCopySlice).posts[log().postIds[number] ?? 0]

  beforeEach(() => {
    server = new ModelServer()
    server.reply(2, '沙发')
    forum = aForum()
    signIn(forum, me())
    readPage(1)
  })

  it('applies the next event and advances the seq', () => {
    receive(server.reply(3, '板凳'))
    expect(post(3)?.content).toBe('板凳')
    expect(forum.read(threadCopySlice).threads[THREAD_ID]?.replyCount).toBe(2)
    expect(log()).toMatchObject({ seq: server.seq, isBehind: false })
  })

  it('drops repeated and older events', () => {
    const first = server.edit(2, '改一')
    const second = server.edit(2, '改二')
    receive(first, second, first, second)
    expect(post(2)).toMatchObject({ content: '改二', version: 3 })
    expect(log().held).toEqual([])
  })

  it('holds an event that arrives before its turn until the gap is filled', () => {
    const lost = server.reply(3, '三楼')
    const early = server.reply(4, '四楼')
    receive(early)
    expect(post(4)).toBeUndefined()
    expect(log().isBehind).toBe(true)
    receive(lost)
    expect([post(3)?.content, post(4)?.content]).toEqual(['三楼', '四楼'])
  })

  it('is complete again after fetching changes', () => {
    const since = log().seq!
    server.reply(3, '丢了的')
    receive(server.like(2))
    forum.update((write) => {
      applyChanges(write, server.changesSince(since))
    })
    expect(log()).toMatchObject({ seq: server.seq, isBehind: false, held: [] })
    expect(post(3)?.content).toBe('丢了的')
    expect(post(2)?.likeCount).toBe(1)
  })

  it('catches up after an event of a deleted thread, which does not say what changed', () => {
    receive(server.change({ isDeleted: true }))
    const since = log().seq!
    server.reply(3, '版主说')
    receive(server.withheld())
    expect(log()).toMatchObject({ seq: since, isBehind: true })
    forum.update((write) => {
      applyChanges(write, server.changesSince(since))
    })
    expect(post(3)?.content).toBe('版主说')
    expect(log()).toMatchObject({ seq: server.seq, isBehind: false, held: [] })
  })

  it('keeps events that arrived during the first read of the thread', () => {
    const answer = server.readPage(1)
    const news = server.reply(3, '读的时候来的')
    forum = aForum()
    receive(news)
    forum.update((write) => {
      applyThreadPage(write, answer, 1)
    })
    expect(post(3)?.content).toBe('读的时候来的')
  })

  it('fetches changes again if a page was read before the newest applied event', () => {
    for (let count = 0; count < 25; count += 1) server.reply(2, `${count}`)
    forum.update((write) => {
      applyChanges(write, server.changesSince(log().seq!))
    })
    const overtaken = server.readPage(2)
    receive(server.like(24))
    forum.update((write) => {
      applyThreadPage(write, overtaken, 2)
    })
    expect(log().isBehind).toBe(true)
    forum.update((write) => {
      applyChanges(write, server.changesSince(log().seq!))
    })
    expect(post(24)?.likeCount).toBe(1)
    expect(log().isBehind).toBe(false)
  })

  it('never lets an earlier response overwrite what an event brought since', () => {
    const since = log().seq!
    const edit = server.edit(2, '改了')
    const overtaken = server.changesSince(since)
    receive(edit, server.like(2), server.change({ isLocked: true }))
    forum.update((write) => {
      applyChanges(write, overtaken)
    })
    expect(post(2)).toMatchObject({ content: '改了', likeCount: 1 })
    expect(forum.read(threadCopySlice).threads[THREAD_ID]?.isLocked).toBe(true)
    expect(log().seq).toBe(server.seq)
  })

  it('keeps the reader’s own like when a read that began before it arrives after it', () => {
    const since = log().seq!
    const edit = server.edit(2, '改了')
    const { likes } = forum.read(threadCopySlice)
    const overtaken = server.changesSince(since)
    receive(edit)
    forum.update((write) => {
      noteOwnLike(write, post(2)!.id, true)
      applyChanges(write, overtaken, likes)
    })
    expect(post(2)?.likedByMe).toBe(true)
    forum.update((write) => {
      applyChanges(write, server.changesSince(since), forum.read(threadCopySlice).likes)
    })
    expect(post(2)?.likedByMe).toBe(false)
  })

  it('never shows an older version after a newer one, even if a page was read ahead of its events', () => {
    const readEarly = server.thread()
    const first = server.edit(2, '改一')
    const second = server.edit(2, '改二')
    forum.update((write) => {
      applyThreadPage(write, server.readPage(1, readEarly), 1)
    })
    expect(post(2)?.content).toBe('改二')
    receive(first)
    expect(post(2)?.content).toBe('改二')
    receive(second)
    expect(post(2)).toMatchObject({ content: '改二', version: 3 })
  })

  it('counts other pages as complete only up to the newest read', () => {
    for (let count = 0; count < 25; count += 1) server.reply(2, `${count}`)
    readPage(2)
    expect(log().pages).toEqual([2])
    readPage(1)
    expect(log().pages).toEqual([2, 1])
  })

  it('takes out replies that move to another thread, and shows them again once they are back', () => {
    receive(server.reply(3, '三楼'), server.split([2]))
    expect(post(2)).toBeUndefined()
    expect(log().moved[2]?.postId).toBe(102)
    expect(forum.read(threadCopySlice).threads[THREAD_ID]?.replyCount).toBe(1)
    receive(server.giveBack(2))
    expect(post(2)?.content).toBe('沙发')
    expect(log().moved[2]).toBeNull()
    const since = log().seq!
    server.split([3])
    forum.update((write) => {
      applyChanges(write, server.changesSince(since))
    })
    expect([post(3), log().moved[3]?.postId]).toEqual([undefined, 103])
  })

  it('keeps the reader’s like of a reply that leaves and comes back', () => {
    const like = (liked: boolean) => {
      forum.update((write) => {
        noteOwnLike(write, 102, liked)
      })
    }
    like(true)
    receive(server.split([2]), server.giveBack(2))
    expect(post(2)?.likedByMe).toBe(true)
    receive(server.split([2]))
    like(false)
    receive(server.giveBack(2))
    expect(post(2)?.likedByMe).toBe(false)
  })

  it('shows no reply that has moved in a page that was read before', () => {
    const overtaken = server.readPage(1)
    receive(server.split([2]))
    forum.update((write) => {
      applyThreadPage(write, overtaken, 1)
    })
    expect(post(2)).toBeUndefined()
  })

  it('keeps a reply in the thread that it has moved to, whichever event arrives first', () => {
    const arrived = { ...server.post(2)!, threadId: 7, number: 4, version: 2 }
    const left = server.split([2])
    forum.update((write) => {
      applyPosts(write, [{ ...arrived, likedByMe: false, viewer: null }], 1)
    })
    const isThere = () => {
      const { posts, logs } = forum.read(threadCopySlice)
      expect([posts[102]?.threadId, logs[7]?.postIds[4], post(2)]).toEqual([7, 102, undefined])
    }
    isThere()
    receive(left)
    isThere()
  })

  it('shows the current text of the quoted post in a quote', () => {
    receive(server.reply(3, '说得对', 2))
    receive(server.edit(2, '改过的沙发'))
    expect(post(3)?.quotedPost?.content).toBe('改过的沙发')
    receive(server.remove(2))
    expect(post(3)?.quotedPost).toMatchObject({ isDeleted: true, content: '' })
    receive(server.restore(2))
    expect(post(3)?.quotedPost).toMatchObject({ isDeleted: false, content: '改过的沙发' })
  })

  it('keeps the text of a tombstone for moderators only', () => {
    receive(server.remove(2))
    expect(post(2)).toMatchObject({ isDeleted: true, content: '' })

    receive(server.restore(2))
    signIn(forum, me('moderator'))
    receive(server.remove(2))
    expect(post(2)).toMatchObject({ isDeleted: true, content: '沙发' })
  })

  it('keeps the reader’s like when another member changes the post', () => {
    forum.update((write) => {
      write(threadCopySlice).posts[post(2)!.id]!.likedByMe = true
    })
    receive(server.edit(2, '改了'))
    expect(post(2)?.likedByMe).toBe(true)
  })

  it('holds the event of a pending reply, and those after it, until its response arrives', () => {
    setSending(true)
    const ownReply = server.reply(ME, '我的')
    const next = server.reply(3, '别人的')
    receive(ownReply, next)
    expect(post(3)).toBeUndefined()
    expect(log().isBehind).toBe(false)
    setSending(false)
    forum.update((write) => {
      applyHeldEvents(write, THREAD_ID)
    })
    expect([post(3)?.content, post(4)?.content]).toEqual(['我的', '别人的'])
  })

  it('shows the reply of another member while a reply of the reader is being sent', () => {
    setSending(true)
    receive(server.reply(3, '别人的'))
    expect(post(3)?.content).toBe('别人的')
  })

  it('holds a repeated event once, and reads everything again beyond five hundred held events', () => {
    server.reply(3, '丢了的')
    const early = server.like(2)
    receive(early, early)
    expect(log().held).toHaveLength(1)
    for (let count = 0; count < 499; count += 1) receive(server.like(2))
    expect(log().held).toHaveLength(500)
    receive(server.like(2))
    expect(log()).toMatchObject({ isBehind: true, held: [{ seq: server.seq }] })
  })

  it('shows the current text in a quote when a response predates the edit', () => {
    for (let count = 0; count < 24; count += 1) server.reply(3, `${count}`)
    server.reply(3, '说得对', 2)
    forum.update((write) => {
      applyChanges(write, server.changesSince(log().seq!))
    })
    const overtaken = server.readPage(2)
    receive(server.edit(2, '改过的沙发'))
    // The page with the quote is opened for the first time.
    forum.update((write) => {
      const quoted = post(2)!
      write(threadCopySlice).posts = { [quoted.id]: quoted }
    })
    forum.update((write) => {
      applyThreadPage(write, overtaken, 2)
    })
    expect(post(27)?.quotedPost?.content).toBe('改过的沙发')
  })

  it('reads the thread again when it moves to a board that the page does not know', () => {
    receive(server.change({ boardId: 77 }))
    expect(forum.read(threadCopySlice).threads[THREAD_ID]?.boardId).toBe(77)
    expect(log().isBehind).toBe(true)
  })

  it.each([
    ['a board for some', false],
    ['an open board', true],
  ])('knows whether its files are private when a thread moves to %s', (_, isOpen) => {
    forum.update((write) => {
      const thread = write(threadCopySlice).threads[THREAD_ID]!
      if (isOpen) thread.isClosed = true
      write(boardCopySlice).boards[77] = aBoard({ id: 77, isOpen, showsEdits: isOpen })
    })
    receive(server.change({ boardId: 77 }))
    const { isClosed, showsEdits } = forum.read(threadCopySlice).threads[THREAD_ID]!
    expect([isClosed, showsEdits]).toEqual([isOpen ? undefined : true, isOpen ? true : undefined])
  })

  it("applies the reader's rights from an older response if they are unknown, and nothing else", () => {
    const older = server.thread()
    const watching = {
      canEdit: false,
      canDelete: false,
      canReply: true,
      canModerate: false,
      isWatching: true,
      isBookmarked: false,
      bookmarkedPostIds: [],
      isMuted: false,
      lastReadNumber: 1,
      firstUnreadNumber: null,
      unreadCount: 0,
      votes: [],
    }
    receive(server.change({ title: '新标题' }))
    const thread = () => forum.read(threadCopySlice).threads[THREAD_ID]!
    const readAs = (viewer: typeof watching | null) => {
      forum.update((write) => {
        write(threadCopySlice).threads[THREAD_ID]!.viewer = viewer
        applyThread(write, { ...older, viewer: watching })
      })
    }
    readAs({ ...watching, isWatching: false })
    expect(thread().viewer?.isWatching).toBe(false)
    readAs(null)
    expect(forum.read(threadCopySlice).threads[THREAD_ID]).toMatchObject({
      title: '新标题',
      viewer: watching,
    })
  })

  it('applies a lock, a pin and a new title in the order of the log', () => {
    receive(server.change({ isLocked: true }), server.change({ isPinned: true, title: '新标题' }))
    expect(forum.read(threadCopySlice).threads[THREAD_ID]).toMatchObject({
      isLocked: true,
      isPinned: true,
      title: '新标题',
    })
  })

  describe('beside hints for lists', () => {
    const hint = (message: ThreadEvent): SocketEvent => ({
      name: 'thread:bumped',
      id: message.id,
      at: message.at,
      threadId: THREAD_ID,
      boardId: BOARD.id,
      seq: message.seq,
      changes: {
        ...('changes' in message ? message.changes : {}),
        postCount: server.thread().postCount,
        replyCount: server.thread().replyCount,
        lastPostAt: server.thread().lastPostAt,
        lastPostUser: server.thread().lastPostUser,
        lastPostNumber: server.thread().lastPostNumber,
      },
    })

    describe('count unread replies', () => {
      const viewer = () => forum.read(threadCopySlice).threads[THREAD_ID]?.viewer
      beforeEach(() => {
        forum.update((write) => {
          const thread = write(threadCopySlice).threads[THREAD_ID]!
          thread.viewer = {
            ...{ canEdit: false, canDelete: false, canReply: true, canModerate: false, votes: [] },
            ...{ isWatching: false, isBookmarked: false, bookmarkedPostIds: [], isMuted: false },
            ...{ lastReadNumber: 2, unreadCount: 0, firstUnreadNumber: null },
          }
        })
      })

      it('of others, each once', () => {
        const first = hint(server.reply(3, '新回复'))
        receive(first, first, hint(server.reply(4, '又一条')))
        expect(viewer()).toMatchObject({ unreadCount: 2, firstUnreadNumber: 3 })
      })

      it('but not the reader’s own', () => {
        receive(hint(server.reply(ME, '我的')))
        expect(viewer()).toMatchObject({ unreadCount: 0, firstUnreadNumber: null })
      })

      it('but no post that is restored and was read', () => {
        receive(hint(server.remove(2)!))
        receive(hint(server.restore(2)!))
        expect(viewer()).toMatchObject({ unreadCount: 0, firstUnreadNumber: null })
      })

      it('until the last of them is deleted', () => {
        receive(hint(server.reply(3, '板凳')))
        receive(hint(server.remove(3)!))
        expect(viewer()).toMatchObject({ unreadCount: 0, firstUnreadNumber: null })
        receive(hint(server.restore(3)!))
        expect(viewer()).toMatchObject({ unreadCount: 1, firstUnreadNumber: 3 })
      })

      it('until some of them are deleted, whether the log or the hint comes first', () => {
        const replies = [server.reply(3, '沙发'), server.reply(3, '板凳'), server.reply(4, '地板')]
        receive(...replies.map(hint))
        const removals = [server.remove(5)!, server.remove(4)!]
        receive(hint(removals[1]!))
        expect(viewer()).toMatchObject({ unreadCount: 1, firstUnreadNumber: 3 })
        receive(...replies, ...removals)
        expect(viewer()).toMatchObject({ unreadCount: 1, firstUnreadNumber: 3 })
      })

      it('but keep those that may stay when one in their midst is deleted', () => {
        receive(hint(server.reply(3, '沙发')), hint(server.reply(4, '板凳')))
        receive(hint(server.remove(2)!))
        expect(viewer()).toMatchObject({ unreadCount: 2, firstUnreadNumber: 3 })
      })

      it('once, whether the log or the hint comes first', () => {
        const reply = server.reply(3, '板凳')
        receive(hint(reply), reply)
        const another = server.reply(3, '地板')
        receive(another, hint(another))
        expect(viewer()).toMatchObject({ unreadCount: 2, firstUnreadNumber: 3 })
        receive(server.remove(3))
        expect(viewer()).toMatchObject({ unreadCount: 1, firstUnreadNumber: 4 })
      })
    })

    it('loses no change that the log brings after a hint of a later one', () => {
      const lock = server.change({ isLocked: true })
      const reply = server.reply(3, '新回复')
      receive(hint(reply))
      expect(forum.read(threadCopySlice).threads[THREAD_ID]?.replyCount).toBe(2)
      receive(lock)
      expect(forum.read(threadCopySlice).threads[THREAD_ID]).toMatchObject({ isLocked: true, replyCount: 2 })
      receive(reply)
      expect(forum.read(threadCopySlice).hints[THREAD_ID]).toBeNull()
    })

    it('counts a reply as moved in the lists of its board, unless the reader wrote it', () => {
      forum.update((write) => {
        write(listsSlice)['board:3:1'] = {
          status: 'ready',
          error: null,
          outdatedBy: null,
          ids: [],
          pagination: null,
          nextCursor: null,
          isLoadingMore: false,
          topics: [`board:${BOARD.id}`],
          moved: {},
        }
      })
      receive(hint(server.reply(ME, '我的')))
      expect(forum.read(listsSlice)['board:3:1']?.moved).toEqual({})
      receive(hint(server.reply(3, '别人的')))
      expect(Object.keys(forum.read(listsSlice)['board:3:1']?.moved ?? {})).toEqual([String(THREAD_ID)])
    })
  })
})
