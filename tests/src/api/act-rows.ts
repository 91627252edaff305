import { randomUUID } from 'node:crypto'
import type { ModerationAction } from '@forum/shared/acts'
import { DAY_MS } from '@forum/shared/clock'
import { MODERATED_BOARD, type TestForum, type TestMember } from '../fixtures/forum'

/** Who does an act: the board is that of a thread or a text, or of another moderator. */
export const ACTING = [
  'anonymous',
  'member',
  'moderator of another board',
  'moderator of the board',
  'moderator',
  'admin',
] as const
/** Acts towards an equal or a higher role. */
export const UPWARD = [
  ['moderator of the board', 'moderator'],
  ['moderator', 'another moderator'],
  ['moderator', 'admin'],
  ['admin', 'another admin'],
] as const

export interface ActWorld {
  forum: TestForum
  admin: TestMember
  otherAdmin: TestMember
  moderator: TestMember
  author: TestMember
}
type Verb = 'get' | 'post' | 'put' | 'delete'
export type MadeCall = readonly [Verb, string, object?]

/** An act: who may do it, one letter for each of `ACTING`, and a call that does it to a subject of its own. */
export interface ActRow {
  letters: string
  make: (world: ActWorld) => Promise<MadeCall> | MadeCall
  /** The call towards a certain member: nobody of `UPWARD` may. */
  toward?: (userId: number) => MadeCall
}

/** The outcomes of acts for the moderators of the board. */
const IN_BOARD = '-FFYYY'
/** The same, of what others do not even learn of. */
const HIDDEN_IN_BOARD = '-FNYYY'
const OF_STAFF = '-FFFYY'
const OF_ADMINS = '-FFFFY'
/**
 * The outcomes of acts on a subject that only those who may act on it learn of, such as an entry of the log to undo.
 */
const UNSEEN_IN_BOARD = '-NNYYY'
const UNDO_OF_STAFF = '-NNNYY'
const UNDO_OF_ADMINS = '-NNNFY'

const REASON = { reason: '违反版规' }
const LINK = 'https://fc-visa.example'
const name = () => `x${randomUUID().replaceAll('-', '').slice(0, 12)}`

const threadOf = async ({ forum, author }: ActWorld) => {
  const { id: threadId } = await forum.thread(author, MODERATED_BOARD)
  const { id: postId } = await forum.as(author).reply(threadId, '一条回复')
  return { threadId, postId }
}
const memberOf = async ({ forum }: ActWorld) => (await forum.member(name())).id
const tomorrow = ({ forum }: ActWorld) => new Date(forum.clock.now().getTime() + DAY_MS).toISOString()

const send = async ({ forum }: ActWorld, [verb, path, body = {}]: MadeCall, by: TestMember) => {
  const call = forum.request[verb](`/api${path}`).set(by.headers)
  return (await (verb === 'get' ? call : call.send(body)).expect((response) => {
    if (response.status >= 300) throw new Error(`${verb} ${path}: ${response.text}`)
  })) as { body: Record<string, Record<string, unknown>> }
}
/** An act on a thread. */
const onThread =
  (verb: Verb, path: string, body: object, before?: readonly [Verb, string, object]) =>
  async (world: ActWorld): Promise<MadeCall> => {
    const { threadId } = await threadOf(world)
    if (before) await send(world, [before[0], `/threads/${threadId}${before[1]}`, before[2]], world.admin)
    return [verb, `/threads/${threadId}${path}`, body]
  }
/** An act on a member. */
const onMember = (verb: Verb, path: string, body: object = {}, before?: readonly [Verb, string, object]) => {
  const toward = (userId: number): MadeCall => [verb, path.replace(':id', String(userId)), body]
  return {
    make: async (world: ActWorld): Promise<MadeCall> => {
      const userId = await memberOf(world)
      if (before) {
        const [first, of, given] = before
        await send(world, [first, of.replace(':id', String(userId)), given], world.admin)
      }
      return toward(userId)
    },
    toward,
  }
}
/** Takes an act back that an admin has done. */
const undoOf =
  (action: ModerationAction, make: ActRow['make']) =>
  async (world: ActWorld): Promise<MadeCall> => {
    await send(world, await make(world), world.admin)
    await world.forum.settle()
    const [entry] = await world.forum.api.db.moderationLog
      .find({ action }, { sort: { _id: -1 }, limit: 1 })
      .toArray()
    return ['post', `/moderation/acts/${entry?._id ?? 0}/undo`]
  }

const heldBy = async (world: ActWorld) => {
  const { threadId } = await threadOf(world)
  const writer = await world.forum.member(name())
  const body = { threadId, content: `看 ${LINK}` }
  const answer = await world.forum.request.post('/api/posts').set(writer.headers).send(body).expect(202)
  return (answer.body as { held: { id: number } }).held.id
}
const caseOf = async (world: ActWorld) => {
  const { postId } = await threadOf(world)
  await world.forum.as(await world.forum.member(name())).call('reportPost', { postId, reason: '广告' })
  return (await world.forum.api.db.cases.findOne({ postId }))?._id ?? 0
}
const messageCase = async (world: ActWorld) => {
  const [from, to] = [await world.forum.member(name()), await world.forum.member(name())]
  const letter = { recipientId: to.id, subject: '你好', content: '在吗' }
  const { body } = await send(world, ['post', '/messages', letter], from)
  await send(world, ['post', `/messages/${String(body['message']?.['id'])}/report`, { reason: '骚扰' }], to)
  return (await world.forum.api.db.cases.findOne({}, { sort: { _id: -1 } }))?._id ?? 0
}
const boardOf = async (world: ActWorld) => {
  const { body } = await send(world, ['post', '/boards', { name: name(), parentId: 120 }], world.admin)
  return Number(body['board']?.['id'])
}
const transferOf = async (world: ActWorld, more: object = {}): Promise<MadeCall> => [
  'post',
  `/boards/${await boardOf(world)}/transfer`,
  { toBoardId: await boardOf(world), ...more },
]
const purgeOf = async (world: ActWorld, status: 'running' | 'done') => {
  const { body } = await send(
    world,
    ['post', `/users/${await memberOf(world)}/purge`, REASON],
    world.moderator,
  )
  await world.forum.settle()
  const _id = Number(body['purge']?.['id'])
  await world.forum.api.db.purges.updateOne({ _id }, { $set: { status } })
  return _id
}
const groupOf = async (world: ActWorld) => {
  const { body } = await send(
    world,
    ['post', '/admin/groups', { name: name(), joining: 'byHand' }],
    world.admin,
  )
  return Number(body['group']?.['id'])
}
const announcementOf = async (world: ActWorld) => {
  const { body } = await send(world, ['post', '/admin/announcements', { text: '周二休馆' }], world.admin)
  return Number(body['announcement']?.['id'])
}
const anonymousPost = async (world: ActWorld) => {
  const { threadId } = await threadOf(world)
  const body = { threadId, content: '匿名的话', anonymous: true }
  const made = await send(world, ['post', '/posts', body], world.author)
  return Number(made.body['post']?.['id'])
}
const questionOf = async ({ forum, author }: ActWorld) => {
  const question = { title: '怎么办', content: '求助', boardId: MODERATED_BOARD, isQuestion: true }
  const { thread } = await forum.as(author).call('createThread', question)
  const { id } = await forum.as(author).reply(thread.id, '这样')
  return { threadId: thread.id, postId: id }
}

const pin = (pinned: boolean) => ({ pinned })
const lock = (locked: boolean) => ({ locked })
const feature = (featured: boolean) => ({ featured })
const merge = async (world: ActWorld): Promise<MadeCall> => {
  const [from, to] = [await threadOf(world), await threadOf(world)]
  return ['post', `/threads/${from.threadId}/merge`, { into: to.threadId }]
}
const clear = onMember('post', '/users/:id/clear', { fields: ['signature'], ...REASON })
const sourceBlocked = async (world: ActWorld): Promise<MadeCall> => {
  const _id = await memberOf(world)
  await world.forum.api.db.sessions.updateMany({ userId: _id }, { $set: { addressHash: 'a'.repeat(64) } })
  return ['put', `/users/${_id}/same-source`, { until: tomorrow(world), ...REASON }]
}
const settle = (action: string) => async (world: ActWorld) =>
  ['post', `/moderation/reports/${await caseOf(world)}/resolve`, { action, ...REASON }] as const

/** docs/permissions.md: every privileged act, and who may do it. A text says who does what is not an act of these. */
export const ACT_ROWS: Record<ModerationAction, ActRow | string> = {
  pin_thread: { letters: IN_BOARD, make: onThread('put', '/pin', pin(true)) },
  unpin_thread: {
    letters: IN_BOARD,
    make: onThread('put', '/pin', pin(false), ['put', '/pin', pin(true)]),
  },
  lock_thread: { letters: IN_BOARD, make: onThread('put', '/lock', lock(true)) },
  unlock_thread: {
    letters: IN_BOARD,
    make: onThread('put', '/lock', lock(false), ['put', '/lock', lock(true)]),
  },
  feature_thread: { letters: IN_BOARD, make: onThread('put', '/feature', feature(true)) },
  unfeature_thread: {
    letters: IN_BOARD,
    make: onThread('put', '/feature', feature(false), ['put', '/feature', feature(true)]),
  },
  set_slow_mode: { letters: IN_BOARD, make: onThread('put', '/slow', { seconds: 60 }) },
  set_schedule: { letters: IN_BOARD, make: onThread('put', '/schedule', { closeAfterDays: 3 }) },
  type_thread: { letters: IN_BOARD, make: onThread('put', '/type', { type: 'news' }) },
  set_answer: {
    letters: IN_BOARD,
    make: async (world) => {
      const { threadId, postId } = await questionOf(world)
      return ['put', `/threads/${threadId}/answer`, { postId }]
    },
  },
  move_thread: { letters: IN_BOARD, make: onThread('post', '/move', { boardId: 3 }) },
  split_replies: {
    letters: IN_BOARD,
    make: async (world) => {
      const { threadId, postId } = await threadOf(world)
      const body = { postIds: [postId], title: '另开', boardId: MODERATED_BOARD }
      return ['post', `/threads/${threadId}/split`, body]
    },
  },
  merge_threads: { letters: IN_BOARD, make: merge },
  return_replies: { letters: UNSEEN_IN_BOARD, make: undoOf('merge_threads', merge) },
  rename_thread: { letters: IN_BOARD, make: onThread('put', '', { title: '改过的标题' }) },
  delete_thread: { letters: IN_BOARD, make: onThread('delete', '', REASON) },
  restore_thread: {
    letters: '-NNYYY',
    make: onThread('post', '/restore', {}, ['delete', '', REASON]),
  },
  edit_post: {
    letters: IN_BOARD,
    make: async (world) => ['put', `/posts/${(await threadOf(world)).postId}`, { content: '改过' }],
  },
  delete_post: {
    letters: IN_BOARD,
    make: async (world) => ['delete', `/posts/${(await threadOf(world)).postId}`, REASON],
  },
  restore_post: {
    letters: IN_BOARD,
    make: async (world) => {
      const { postId } = await threadOf(world)
      await send(world, ['delete', `/posts/${postId}`, REASON], world.admin)
      return ['post', `/posts/${postId}/restore`]
    },
  },
  delete_posts: {
    letters: IN_BOARD,
    make: async (world) => {
      const ids = [(await threadOf(world)).postId]
      return ['post', '/moderation/posts', { ids, action: 'delete', ...REASON }]
    },
  },
  restore_posts: {
    letters: IN_BOARD,
    make: async (world) => {
      const ids = [(await threadOf(world)).postId]
      await send(world, ['post', '/moderation/posts', { ids, action: 'delete', ...REASON }], world.admin)
      return ['post', '/moderation/posts', { ids, action: 'restore' }]
    },
  },
  ban_user: { letters: OF_STAFF, ...onMember('put', '/users/:id/ban', { banned: true, ...REASON }) },
  unban_user: {
    letters: OF_STAFF,
    ...onMember('put', '/users/:id/ban', { banned: false }, [
      'put',
      '/users/:id/ban',
      { banned: true, ...REASON },
    ]),
  },
  mute_user: {
    letters: OF_STAFF,
    make: async (world) => [
      'put',
      `/users/${await memberOf(world)}/mute`,
      { until: tomorrow(world), ...REASON },
    ],
    toward: (id) => ['put', `/users/${id}/mute`, { until: '2099-01-01T00:00:00.000Z', ...REASON }],
  },
  unmute_user: {
    letters: OF_STAFF,
    ...onMember('put', '/users/:id/mute', { until: null }, [
      'put',
      '/users/:id/mute',
      { until: '2099-01-01T00:00:00.000Z', ...REASON },
    ]),
  },
  clear_profile: {
    letters: OF_STAFF,
    make: async (world) => {
      const userId = await memberOf(world)
      await world.forum.api.db.members.updateOne({ _id: userId }, { $set: { signature: '签名' } })
      return clear.toward(userId)
    },
    toward: clear.toward,
  },
  restore_profile: {
    letters: UNDO_OF_STAFF,
    make: undoOf('clear_profile', async (world) => {
      const userId = await memberOf(world)
      await world.forum.api.db.members.updateOne({ _id: userId }, { $set: { signature: '签名' } })
      return clear.toward(userId)
    }),
  },
  warn_user: { letters: OF_STAFF, ...onMember('post', '/users/:id/warn', { text: '请注意' }) },
  unwarn_user: {
    letters: UNDO_OF_STAFF,
    make: undoOf('warn_user', onMember('post', '/users/:id/warn', { text: '请注意' }).make),
  },
  block_source: {
    letters: OF_STAFF,
    make: sourceBlocked,
    toward: (id) => ['put', `/users/${id}/same-source`, { until: null }],
  },
  unblock_source: { letters: UNDO_OF_STAFF, make: undoOf('block_source', sourceBlocked) },
  read_same_source: { letters: OF_STAFF, ...onMember('get', '/users/:id/same-source') },
  set_role: { letters: OF_ADMINS, ...onMember('put', '/users/:id/role', { role: 'moderator' }) },
  end_sessions: { letters: OF_ADMINS, ...onMember('delete', '/admin/members/:id/sessions') },
  make_reset_link: { letters: OF_ADMINS, ...onMember('post', '/admin/members/:id/reset-link') },
  rename_user: {
    letters: OF_ADMINS,
    make: async (world) => ['put', `/admin/members/${await memberOf(world)}/username`, { username: name() }],
    toward: (id) => ['put', `/admin/members/${id}/username`, { username: name() }],
  },
  purge_user: { letters: OF_STAFF, ...onMember('post', '/users/:id/purge', REASON) },
  stop_purge: {
    letters: OF_STAFF,
    make: async (world) => ['post', `/moderation/purges/${await purgeOf(world, 'running')}/stop`],
  },
  undo_purge: {
    letters: OF_STAFF,
    make: async (world) => ['post', `/moderation/purges/${await purgeOf(world, 'done')}/undo`],
  },
  ask_erasure: {
    letters: OF_ADMINS,
    make: async (world) => [
      'post',
      '/moderation/erasures',
      { postIds: [(await threadOf(world)).postId], reason: '当事人来信' },
    ],
  },
  confirm_erasure: {
    letters: OF_ADMINS,
    make: async (world) => {
      const asked = { postIds: [(await threadOf(world)).postId], reason: '当事人来信' }
      const { body } = await send(world, ['post', '/moderation/erasures', asked], world.otherAdmin)
      return ['post', `/moderation/erasures/${String(body['erasure']?.['id'])}/confirm`]
    },
  },
  create_board: { letters: OF_ADMINS, make: () => ['post', '/boards', { name: name(), parentId: 120 }] },
  update_board: {
    letters: OF_ADMINS,
    make: () => ['put', `/boards/${MODERATED_BOARD}`, { description: name() }],
  },
  transfer_board: { letters: OF_ADMINS, make: (world) => transferOf(world) },
  merge_board: { letters: OF_ADMINS, make: (world) => transferOf(world, { merges: true }) },
  stop_transfer: {
    letters: OF_ADMINS,
    make: async (world) => {
      const { body } = await send(world, await transferOf(world), world.admin)
      await world.forum.settle()
      const _id = Number(body['transfer']?.['id'])
      await world.forum.api.db.transfers.updateOne({ _id }, { $set: { status: 'running' } })
      return ['post', `/admin/transfers/${_id}/stop`]
    },
  },
  undo_transfer: {
    letters: OF_ADMINS,
    make: async (world) => {
      const { body } = await send(world, await transferOf(world), world.admin)
      await world.forum.settle()
      return ['post', `/admin/transfers/${String(body['transfer']?.['id'])}/undo`]
    },
  },
  delete_board: { letters: OF_ADMINS, make: async (world) => ['delete', `/boards/${await boardOf(world)}`] },
  create_category: {
    letters: OF_ADMINS,
    make: () => ['post', '/categories', { name: 'Walls', name_zh: '墙', slug: name() }],
  },
  update_category: {
    letters: OF_ADMINS,
    make: () => ['put', '/categories/5', { name: name() }],
  },
  delete_category: {
    letters: OF_ADMINS,
    make: async (world) => {
      const slug = name()
      await send(world, ['post', '/categories', { name: slug, name_zh: slug, slug }], world.admin)
      const { categories } = await world.forum.as().call('listCategories')
      return ['delete', `/categories/${categories.find((one) => one.slug === slug)?.key ?? ''}`]
    },
  },
  create_group: {
    letters: OF_ADMINS,
    make: () => ['post', '/admin/groups', { name: name(), joining: 'byHand' }],
  },
  update_group: {
    letters: OF_ADMINS,
    make: async (world) => ['put', `/admin/groups/${await groupOf(world)}`, { name: name() }],
  },
  delete_group: {
    letters: OF_ADMINS,
    make: async (world) => ['delete', `/admin/groups/${await groupOf(world)}`],
  },
  add_to_group: {
    letters: OF_ADMINS,
    make: async (world) => ['put', `/admin/groups/${await groupOf(world)}/members/${await memberOf(world)}`],
  },
  remove_from_group: {
    letters: OF_ADMINS,
    make: async (world) => {
      const path = `/admin/groups/${await groupOf(world)}/members/${await memberOf(world)}`
      await send(world, ['put', path], world.admin)
      return ['delete', path]
    },
  },
  set_announcement: { letters: OF_ADMINS, make: () => ['put', '/announcement', { text: name() }] },
  create_announcement: {
    letters: OF_ADMINS,
    make: () => ['post', '/admin/announcements', { text: '周二休馆' }],
  },
  update_announcement: {
    letters: OF_ADMINS,
    make: async (world) => ['put', `/admin/announcements/${await announcementOf(world)}`, { text: name() }],
  },
  delete_announcement: {
    letters: OF_ADMINS,
    make: async (world) => ['delete', `/admin/announcements/${await announcementOf(world)}`],
  },
  set_words: {
    letters: OF_ADMINS,
    make: () => ['put', '/moderation/words', { words: [{ pattern: name(), action: 'flag' }] }],
  },
  set_settings: {
    letters: OF_ADMINS,
    make: () => ['put', '/admin/settings', { settings: { siteName: name() } }],
  },
  set_site: { letters: OF_ADMINS, make: () => ['put', '/admin/site', { welcome: name() }] },
  set_page: {
    letters: OF_ADMINS,
    make: () => ['put', '/admin/pages/rules', { title: '版规', content: name() }],
  },
  delete_page: {
    letters: OF_ADMINS,
    make: async (world) => {
      const slug = name()
      await send(world, ['put', `/admin/pages/${slug}`, { title: '页', content: '文' }], world.admin)
      return ['delete', `/admin/pages/${slug}`]
    },
  },
  set_second_factor: 'Members of the staff change their own (second-factor.test.ts).',
  resolve_report: { letters: UNSEEN_IN_BOARD, make: settle('delete_post') },
  dismiss_report: { letters: UNSEEN_IN_BOARD, make: settle('dismiss') },
  reopen_report: { letters: UNSEEN_IN_BOARD, make: undoOf('dismiss_report', settle('dismiss')) },
  approve_held: {
    letters: HIDDEN_IN_BOARD,
    make: async (world) => ['post', `/moderation/held/${await heldBy(world)}/approve`],
  },
  reject_held: {
    letters: HIDDEN_IN_BOARD,
    make: async (world) => ['post', `/moderation/held/${await heldBy(world)}/reject`, REASON],
  },
  return_held: {
    letters: UNSEEN_IN_BOARD,
    make: undoOf('reject_held', async (world) => [
      'post',
      `/moderation/held/${await heldBy(world)}/reject`,
      REASON,
    ]),
  },
  reveal_author: {
    letters: OF_STAFF,
    make: async (world) => ['post', `/moderation/posts/${await anonymousPost(world)}/author`, REASON],
  },
  read_message_report: {
    letters: '-NNNYY',
    make: async (world) => ['get', `/moderation/reports/${await messageCase(world)}`],
  },
}
/** Other ways of some acts. */
export const MORE_ROWS: Record<string, ActRow & { action: ModerationAction }> = {
  'mute a member in the board': {
    action: 'mute_user',
    letters: IN_BOARD,
    make: async (world) => [
      'put',
      `/users/${await memberOf(world)}/mute`,
      { until: tomorrow(world), boardId: MODERATED_BOARD, ...REASON },
    ],
    toward: (id) => [
      'put',
      `/users/${id}/mute`,
      { until: '2099-01-01T00:00:00.000Z', boardId: MODERATED_BOARD, ...REASON },
    ],
  },
  'take a role back': {
    action: 'set_role',
    letters: UNDO_OF_ADMINS,
    make: undoOf('set_role', onMember('put', '/users/:id/role', { role: 'moderator' }).make),
  },
  'delete several threads': {
    action: 'delete_thread',
    letters: IN_BOARD,
    make: async (world) => {
      const ids = [(await threadOf(world)).threadId]
      return ['post', '/moderation/threads', { ids, action: 'delete', ...REASON }]
    },
  },
  'reject several texts': {
    action: 'reject_held',
    letters: HIDDEN_IN_BOARD,
    make: async (world) => [
      'post',
      '/moderation/held',
      { ids: [await heldBy(world)], action: 'reject', ...REASON },
    ],
  },
}
