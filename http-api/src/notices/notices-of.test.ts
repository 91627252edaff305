import { DEFAULT_NOTIFICATION_SETTINGS } from '@forum/shared/contract'
import { describe, expect, it } from 'vitest'
import type { ThreadEventDoc } from '../log'
import { concernedBy, noticesOf, postsNamedBy, type Facts, type MemberFacts } from './notices-of'

const [AUTHOR, WRITER, QUOTED, NAMED, WATCHER, MODERATOR] = [1, 2, 3, 4, 5, 6]
const THREAD = 7
const AT = new Date('2025-06-01T08:00:00Z')

const event = (kind: ThreadEventDoc['kind'], more: Partial<ThreadEventDoc> = {}): ThreadEventDoc => ({
  _id: `${THREAD}:9`,
  v: 1,
  threadId: THREAD,
  seq: 9,
  kind,
  actorId: WRITER,
  at: AT,
  boardId: 3,
  thread: {},
  counts: [],
  pending: [],
  ...more,
})
const member = (more: Partial<MemberFacts> = {}): MemberFacts => ({
  usernameLower: 'someone',
  isActive: true,
  seesBoard: true,
  isMuted: false,
  blocked: new Set(),
  lastReadNumber: 0,
  seenPostIds: new Set(),
  settings: DEFAULT_NOTIFICATION_SETTINGS,
  ...more,
})
const off = (...kinds: (keyof MemberFacts['settings'])[]) => ({
  settings: { ...DEFAULT_NOTIFICATION_SETTINGS, ...Object.fromEntries(kinds.map((kind) => [kind, 'off'])) },
})
/** The writer's post 20 has number 2 and quotes post 30; everyone but the writer watches the thread. */
const facts = (
  members: Partial<Record<number, Partial<MemberFacts>>> = {},
  more: Partial<Facts> = {},
): Facts => ({
  thread: { authorId: AUTHOR, boardId: 3, isDeleted: false },
  watchers: new Set([AUTHOR, QUOTED, WATCHER]),
  boardFollowers: new Set(),
  posts: new Map([
    [20, { authorId: WRITER, number: 2, isDeleted: false }],
    [30, { authorId: QUOTED, number: 1, isDeleted: false }],
    [10, { authorId: AUTHOR, number: 1, isDeleted: false }],
  ]),
  members: new Map(
    [AUTHOR, WRITER, QUOTED, NAMED, WATCHER].map((userId) => [userId, member(members[userId])]),
  ),
  ...more,
})

const POST = { _id: 20, authorId: WRITER, number: 2, quotedIds: [30], mentionedIds: [NAMED] }
const REPLY = event('post.created', { post: POST })
const EDIT = event('post.edited', { post: POST, newlyQuotedIds: [30], replacedContent: '以前的话' })
/** The author edits the opening post 10 of the thread with a note. */
const UPDATE = event('post.edited', {
  actorId: AUTHOR,
  post: { _id: 10, authorId: AUTHOR, editNote: '补了新规定' },
  thread: { excerpt: '…' },
})
const INVITATION = event('post.shared', {
  actorId: AUTHOR,
  post: { _id: 10, authorId: AUTHOR, number: 1, invitedIds: [NAMED] },
  invitation: { userId: NAMED, isOpen: true },
})
const LIKE = event('post.liked', {
  actorId: NAMED,
  post: { _id: 20, authorId: WRITER },
  like: { userId: NAMED, liked: true },
})
const byModerator = (kind: ThreadEventDoc['kind'], more: Partial<ThreadEventDoc> = {}) =>
  event(kind, { actorId: MODERATOR, reason: '跑题', ...more })
/** A post by the moderator under an alias. */
const OWN = { authorId: -70_001, writerId: MODERATOR }
const MODERATORS = new Map([[MODERATOR, member()]])
const deleted = { thread: { authorId: AUTHOR, boardId: 3, isDeleted: true } }

/** Returns notices as text: `reply 1 5` is one of a reply to members 1 and 5. */
const noticesIn = (of: ThreadEventDoc, given: Facts) =>
  noticesOf(of, given).map(({ kind, act, userIds }) => [kind, ...(act ? [act] : []), ...userIds].join(' '))

describe('noticesOf', () => {
  it.each<[name: string, of: ThreadEventDoc, given: Facts, expected: string[]]>([
    [
      'tell each member of a reply for the most personal reason',
      REPLY,
      facts(),
      ['reply 1 5', 'quote 3', 'mention 4'],
    ],
    [
      'fall back to the next kind that is on',
      REPLY,
      facts({ 3: off('quote') }),
      ['reply 1 3 5', 'mention 4'],
    ],
    ['tell nobody for whom all kinds are off', REPLY, facts({ 4: off('mention') }), ['reply 1 5', 'quote 3']],
    ['never tell the writer', REPLY, facts({}, { watchers: new Set([WRITER]) }), ['quote 3', 'mention 4']],
    [
      'tell nobody who has read the post',
      REPLY,
      facts({ 3: { lastReadNumber: 2 } }),
      ['reply 1 5', 'mention 4'],
    ],
    [
      'tell nobody who has muted the thread',
      REPLY,
      facts({ 5: { isMuted: true } }),
      ['reply 1', 'quote 3', 'mention 4'],
    ],
    [
      'tell nobody who has blocked the writer',
      REPLY,
      facts({ 4: { blocked: new Set([WRITER]) } }),
      ['reply 1 5', 'quote 3'],
    ],
    ['tell no closed account', REPLY, facts({ 1: { isActive: false } }), ['quote 3', 'mention 4', 'reply 5']],
    [
      'tell nobody of a restored post that was seen',
      REPLY,
      facts({ 5: { seenPostIds: new Set([20]) } }),
      ['reply 1', 'quote 3', 'mention 4'],
    ],
    [
      'quote no author of a deleted post',
      REPLY,
      facts({}, { posts: new Map([[30, { authorId: QUOTED, number: 1, isDeleted: true }]]) }),
      ['reply 1 3 5', 'mention 4'],
    ],
    ['tell nobody of a post in a deleted thread', REPLY, facts({}, deleted), []],
    [
      'tell followers of a new thread',
      event('thread.created', { post: { ...POST, quotedIds: [] } }),
      facts({}, { watchers: new Set([WATCHER]) }),
      ['mention 4', 'follow 5'],
    ],
    [
      'tell those whom an edit adds, even if they have read the post',
      EDIT,
      facts({ 3: { lastReadNumber: 9 } }),
      ['quote 3', 'mention 4'],
    ],
    [
      'tell nobody whom the text mentioned before the edit',
      { ...EDIT, replacedContent: '@Lisi 在吗' },
      facts({ 4: { usernameLower: 'lisi' } }),
      ['quote 3'],
    ],
    [
      'tell nobody whom the post quoted before the edit',
      { ...EDIT, newlyQuotedIds: [] },
      facts(),
      ['mention 4'],
    ],
    [
      'tell the author that a moderator edited, and the others what is added',
      { ...EDIT, actorId: MODERATOR },
      facts(),
      ['moderation postEdited 2', 'quote 3', 'mention 4'],
    ],
    [
      'tell an author once of an edit that mentions the author',
      byModerator('post.edited', { post: { ...POST, mentionedIds: [WRITER] } }),
      facts(),
      ['moderation postEdited 2'],
    ],
    [
      'tell watchers of an update, even if they have read the post',
      UPDATE,
      facts({ 5: { lastReadNumber: 9 } }),
      ['update 3 5'],
    ],
    [
      'tell a watcher whom an update mentions once',
      { ...UPDATE, post: { ...UPDATE.post!, mentionedIds: [WATCHER] } },
      facts(),
      ['update 3', 'mention 5'],
    ],
    [
      'tell nobody of an update who has muted the thread or blocked its author or has these off or does not see the board',
      UPDATE,
      facts(
        {
          1: {},
          2: { isMuted: true },
          3: { blocked: new Set([AUTHOR]) },
          4: off('update'),
          5: { seesBoard: false },
        },
        { watchers: new Set([AUTHOR, WRITER, QUOTED, NAMED, WATCHER]) },
      ),
      [],
    ],
    [
      'tell watchers and the author of an update by a co-author, which is no act of a moderator',
      { ...UPDATE, actorId: NAMED, byCoauthor: true },
      facts({}, { watchers: new Set([WATCHER]) }),
      ['update 1 5'],
    ],
    [
      'tell the author alone of an edit by a co-author without a note',
      { ...UPDATE, actorId: NAMED, byCoauthor: true, post: { _id: 10, authorId: AUTHOR } },
      facts(),
      ['update 1'],
    ],
    [
      'tell a member of an invitation, even in a muted thread',
      INVITATION,
      facts({ 4: { isMuted: true } }),
      ['coauthor 4'],
    ],
    [
      'tell nobody of an invitation by somebody blocked',
      INVITATION,
      facts({ 4: { blocked: new Set([AUTHOR]) } }),
      [],
    ],
    [
      'tell nobody of the end of an invitation',
      { ...INVITATION, invitation: { userId: NAMED, isOpen: false } },
      facts(),
      [],
    ],
    [
      'tell nobody of an edit of the opening post without a note',
      { ...UPDATE, post: { _id: 10, authorId: AUTHOR, editNote: '' } },
      facts(),
      [],
    ],
    ['tell nobody of the note of an edit of a reply', { ...UPDATE, thread: {} }, facts(), []],
    [
      'tell the author alone that a moderator edited the opening post with a note',
      { ...UPDATE, actorId: MODERATOR },
      facts(),
      ['moderation postEdited 1'],
    ],
    ['tell the author of a like', LIKE, facts(), ['like 2']],
    ['tell nobody of a like that is off', LIKE, facts({ 2: off('like') }), []],
    ['tell nobody of their like of a post of their own', { ...LIKE, actorId: WRITER }, facts(), []],
    ['tell nobody of a removed like', { ...LIKE, like: { userId: NAMED, liked: false } }, facts(), []],
    ['tell nobody of a like in a deleted thread', LIKE, facts({}, deleted), []],
    [
      'tell the author of a deleted post',
      byModerator('post.deleted', { post: POST }),
      facts(),
      ['moderation postDeleted 2'],
    ],
    [
      'tell the author of a thread that is deleted',
      byModerator('thread.deleted'),
      facts({}, deleted),
      ['moderation threadDeleted 1'],
    ],
    [
      'tell the author of a lock',
      byModerator('thread.locked', { thread: { isLocked: true } }),
      facts(),
      ['moderation threadLocked 1'],
    ],
    [
      'tell no moderators of what they do to their own anonymous threads',
      byModerator('thread.locked', { thread: { isLocked: true } }),
      facts({}, { thread: { ...OWN, boardId: 3, isDeleted: false }, members: MODERATORS }),
      [],
    ],
    [
      'tell no moderators of what they do to their own anonymous posts',
      byModerator('post.restored', { post: { ...POST, ...OWN } }),
      facts({}, { members: MODERATORS }),
      [],
    ],
    [
      'tell nobody whose notices of moderation are off',
      byModerator('thread.moved'),
      facts({ 1: off('moderation') }),
      [],
    ],
    [
      'tell of moderation in a muted thread',
      byModerator('thread.moved'),
      facts({ 1: { isMuted: true } }),
      ['moderation threadMoved 1'],
    ],
    [
      'tell nobody of what authors do to their threads',
      event('thread.renamed', { actorId: AUTHOR }),
      facts(),
      [],
    ],
    [
      'tell nobody of a command on many posts',
      byModerator('post.deleted', { post: POST, commandId: 'purge' }),
      facts(),
      [],
    ],
  ])('notices %s', (_, of, given, expected) => {
    expect(noticesIn(of, given)).toEqual(expected)
  })

  it('notices group posts by kind and thread, likes by post, and acts not at all', () => {
    const events = [REPLY, LIKE, byModerator('post.deleted', { post: POST })]
    const keys = events.flatMap((one) => noticesOf(one, facts()).map(({ key }) => key))
    expect(keys).toEqual(['reply:7', 'quote:7', 'mention:7', 'like:20', 'moderation:7:9'])
  })

  it('notices list the post, its number, its actor and the time, and the reason and place of an act', () => {
    expect(noticesOf(byModerator('thread.moved', { boardId: 8 }), facts())).toEqual([
      {
        kind: 'moderation',
        key: 'moderation:7:9',
        userIds: [AUTHOR],
        eventId: '7:9',
        at: AT,
        threadId: THREAD,
        inBoardId: 3,
        part: { actorId: MODERATOR, postId: null, number: 0, at: AT },
        act: 'threadMoved',
        reason: '跑题',
        boardId: 8,
      },
    ])
    expect(noticesOf(LIKE, facts())[0]?.part).toEqual({ actorId: NAMED, postId: 20, number: 2, at: AT })
  })

  it('notices depend on no fact that is not read for them', () => {
    const restricted = (of: ThreadEventDoc, given: Facts): Facts => {
      const posts = new Map([...given.posts].filter(([id]) => postsNamedBy(of).includes(id)))
      const concerned = new Set([...given.watchers, ...concernedBy(of, { thread: given.thread, posts })])
      return { ...given, posts, members: new Map([...given.members].filter(([id]) => concerned.has(id))) }
    }
    const events = [
      REPLY,
      EDIT,
      UPDATE,
      { ...UPDATE, actorId: NAMED, byCoauthor: true as const },
      INVITATION,
      { ...EDIT, actorId: MODERATOR },
      LIKE,
      byModerator('post.deleted', { post: POST }),
      byModerator('thread.locked'),
    ]
    const alone = facts({}, { watchers: new Set() })
    for (const of of events) expect(noticesIn(of, restricted(of, alone))).toEqual(noticesIn(of, alone))
  })
})
