import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { MailTokens } from '@forum/http-api'
import type { EndpointName } from '@forum/shared/contract'
import type { ErrorCode } from '@forum/shared/errors'
import { ATTACHMENT_MAX_BYTES, AVATAR_MAX_BYTES, LOGO_MAX_BYTES } from '@forum/shared/limits'
import { INVITATIONS_MAX } from '@forum/http-api/limits'
import { GATEWAY_SECRET, TEST_CONFIG } from '../fixtures/config'
import { Authenticator, enrol } from '../fixtures/authenticator'
import { SoftPasskey } from '../fixtures/passkey'
import { PASSWORD, type TestForum, type TestMember } from '../fixtures/forum'

/** The data that the rows' calls use, created once before the first call. */
export interface World {
  forum: TestForum
  admin: TestMember
  moderator: TestMember
  xiaoli: TestMember
  laowang: TestMember
  /** A member who is currently muted. */
  muted: TestMember
  /** A thread that this member wrote before the mute. */
  mutedThreadId: number
  mutedReplyId: number
  /** A thread by xiaoli in board 3, with a reply by laowang. */
  threadId: number
  openingPostId: number
  replyId: number
  /** A locked thread by xiaoli. */
  lockedThreadId: number
  lockedPostId: number
  /** Returns the token that is mailed to a member who forgot the password. */
  resetTokenOf: (member: TestMember) => Promise<string>
  /** Returns the tokens that are mailed to a member's new and present address when the member asks for another. */
  confirmTokenOf: (member: TestMember) => Promise<string>
  undoTokenOf: (member: TestMember) => Promise<string>
  /** Creates a reply by laowang. */
  reply: () => Promise<number>
}

/** One call: the placeholders of its path, its query, and its body as JSON or multipart. */
export interface Call {
  /** Anonymous if omitted. */
  as?: TestMember
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: object
  /** The file of an endpoint with `upload`; `body` then contains the other fields. */
  file?: { name: string; type: string; bytes: Buffer }
  headers?: Record<string, string>
}

type MakeCall = (world: World) => Call | Promise<Call>

interface Row {
  /** A call that succeeds. */
  ok: MakeCall
  /**
   * For each code that the endpoint's row in the contract lists, a call that is refused with it. If no single call is,
   * a sentence that says what leads to the refusal.
   */
  errors?: Partial<Record<ErrorCode, MakeCall | string>>
}

/** Makes an invitation and returns its code. */
async function invitationOf(forum: TestForum, admin: TestMember): Promise<string> {
  const body = { uses: 1, days: 30 }
  const made = await forum.request.post('/api/admin/invitations').set(admin.headers).send(body).expect(201)
  return (made.body.invitation as { code: string }).code
}

/** Returns the code with which a page finishes what a provider has said. */
async function oidcCode(forum: TestForum, subject: string = randomUUID(), email = `${subject}@mail.example`) {
  const code = randomBytes(32).toString('base64url')
  const _id = createHmac('sha256', TEST_CONFIG.tokenSecret).update(code).digest('base64url')
  const expiresAt = new Date(forum.clock.now().getTime() + 60_000)
  await forum.api.db.oidcResults.insertOne({ _id, provider: 'test', subject, name: '', email, expiresAt })
  return code
}
/** A code of somebody who may register. */
async function newcomerCode({ forum, admin }: World, email?: string): Promise<string> {
  await forum.as(admin).call('setSettings', { settings: { registration: 'open' } })
  return oidcCode(forum, undefined, email)
}
async function closedCode(forum: TestForum, status: 'banned' | 'inactive'): Promise<string> {
  const member = await forum.member(`closed${randomUUID().slice(0, 8)}`)
  const subject = randomUUID()
  await forum.as(member).call('finishOidc', { code: await oidcCode(forum, subject) })
  await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status } })
  return oidcCode(forum, subject)
}
const WEBHOOK = { url: 'https://203.0.114.9/hook', events: ['post.created' as const] }
const webhookOf = async ({ forum, admin }: World): Promise<number> =>
  (await forum.as(admin).call('createWebhook', WEBHOOK)).webhook.id
async function deliveryOf(world: World): Promise<{ webhookId: number; deliveryId: number }> {
  const { forum, admin } = world
  const webhookId = await webhookOf(world)
  await world.reply()
  await forum.settle()
  const { deliveries } = await forum.as(admin).call('listDeliveries', { webhookId })
  return { webhookId, deliveryId: deliveries[0]?.id ?? 0 }
}
/** The refusals of calls about one webhook. */
function ofWebhook(): Record<'FORBIDDEN' | 'PASSWORD_REQUIRED' | 'NOT_FOUND', MakeCall> {
  const params = { webhookId: NOBODY, deliveryId: NOBODY }
  return {
    FORBIDDEN: ({ moderator }) => ({ as: moderator, params }),
    PASSWORD_REQUIRED: async (world) => ({ as: await signedInLongAgo(world, 'admin'), params }),
    NOT_FOUND: ({ admin }) => ({ as: admin, params }),
  }
}
const TOKEN = { name: '备份脚本', scopes: ['read' as const] }

const createdPasskey = async (forum: TestForum, member: TestMember, passkey = new SoftPasskey()) =>
  passkey.create(await forum.as(member).call('beginPasskey'))
async function addedPasskey(forum: TestForum, member: TestMember): Promise<SoftPasskey> {
  const passkey = new SoftPasskey()
  await forum.as(member).call('addPasskey', await createdPasskey(forum, member, passkey))
  return passkey
}
const asserted = async (forum: TestForum, passkey: SoftPasskey) =>
  passkey.assert(await forum.as().call('beginPasskeySignIn'))
/** A sign-in to an account that is closed. */
async function assertedBy(forum: TestForum, username: string, status: 'banned' | 'inactive') {
  const member = await forum.member(username)
  const passkey = await addedPasskey(forum, member)
  await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status } })
  return asserted(forum, passkey)
}

export const BOUNCES_SECRET = 'a secret of bounces for tests only'
const BOUNCE = JSON.stringify({ recipient: 'niemand@example.org', kind: 'permanent' })
const unsubscribeTokenOf = ({ id }: TestMember) =>
  new MailTokens(TEST_CONFIG.tokenSecret).unsubscribe(id, 'like')
const NOBODY = 999_999
/** One transparent pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const PAGE = { title: '版规', content: '文明讨论' }
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A word that nothing else in the walk contains. */
const BLOCKED_WORD = { pattern: '四级代考', action: 'block' }
/** Has texts with that word refused. */
async function blockWord({ forum, admin }: World): Promise<void> {
  const body = { words: [BLOCKED_WORD] }
  await forum.request.put('/api/moderation/words').set(admin.headers).send(body).expect(200)
}

const LETTER = { subject: '你好', content: '看到你的帖子了' }

/** Makes a group; returns the id. */
async function groupOf({ forum, admin }: World, joining = 'byHand'): Promise<number> {
  const make = forum.request.post('/api/admin/groups').set(admin.headers)
  const { body } = await make.send({ name: `组${randomUUID()}`.slice(0, 20), joining }).expect(201)
  return (body.group as { id: number }).id
}

/** Announces something; returns the id. */
async function announced({ forum, admin }: World): Promise<number> {
  const make = forum.request.post('/api/admin/announcements').set(admin.headers)
  const { body } = await make.send({ text: '周二休馆' }).expect(201)
  return (body as { announcement: { id: number } }).announcement.id
}

/** Pins a new thread; returns the entry of the moderation log. */
async function pinned({ forum, xiaoli, moderator }: World): Promise<number> {
  const { id } = await forum.thread(xiaoli, 3, '置顶的主题')
  await forum.request.post(`/api/threads/${id}/pin`).set(moderator.headers).send({ pinned: true }).expect(200)
  await forum.settle()
  return newestAct(forum)
}

/** Makes a member a moderator; returns the entry of the moderation log. */
async function roleChanged({ forum, admin }: World): Promise<number> {
  const { id } = await forum.member(`role${randomUUID().slice(0, 8)}`)
  const change = forum.request.put(`/api/users/${id}/role`).set(admin.headers)
  await change.send({ role: 'moderator' }).expect(200)
  return newestAct(forum)
}

/** Returns a reply by laowang that waits for approval. */
async function held({ forum, laowang, threadId }: World): Promise<number> {
  const send = forum.request.post('/api/posts').set(laowang.headers)
  const { body } = await send.send({ threadId, content: '看 https://fc-visa.example' }).expect(202)
  return (body as { held: { id: number } }).held.id
}

/** Returns a reply by laowang that was rejected. */
async function rejected(world: World): Promise<number> {
  const id = await held(world)
  const reject = world.forum.request.post(`/api/moderation/held/${id}/reject`).set(world.moderator.headers)
  await reject.send({ reason: '广告' }).expect(200)
  return id
}

/** Reports a new reply by laowang; returns the case. */
async function reported({ forum, xiaoli, reply }: World): Promise<number> {
  const report = forum.request.post(`/api/posts/${await reply()}/report`).set(xiaoli.headers)
  await report.send({ reason: '人身攻击' }).expect(201)
  const newest = await forum.api.db.cases.findOne({}, { sort: { createdAt: -1, _id: -1 } })
  return newest?._id ?? 0
}

/** Returns a new case that an admin handles. */
async function claimedByAdmin(world: World): Promise<number> {
  const id = await reported(world)
  const claim = world.forum.request.post(`/api/moderation/reports/${id}/claim`)
  await claim.set(world.admin.headers).expect(200)
  return id
}

/** Begins to delete what a new member wrote; returns the purge. */
async function purged({ forum, moderator }: World): Promise<number> {
  const { id } = await forum.member(`spam${randomUUID().slice(0, 8)}`)
  const begin = forum.request.post(`/api/users/${id}/purge`).set(moderator.headers)
  const { body } = await begin.send({ reason: '垃圾广告' }).expect(200)
  await forum.settle()
  return (body as { purge: { id: number } }).purge.id
}

/** Returns a purge that no process works on. */
async function running(world: World): Promise<number> {
  const id = await purged(world)
  await world.forum.api.db.purges.updateOne({ _id: id }, { $set: { status: 'running' } })
  return id
}

/** Returns two new boards, of which nothing is in the first. */
async function twoBoards({ forum, admin }: World): Promise<{ boardId: number; toBoardId: number }> {
  const made = async () => {
    const create = forum.request.post('/api/boards').set(admin.headers)
    const { body } = await create
      .send({ name: `Board ${randomUUID().slice(0, 8)}`, parentId: 120 })
      .expect(201)
    return (body as { board: { id: number } }).board.id
  }
  return { boardId: await made(), toBoardId: await made() }
}

/** Returns a finished transfer. */
async function transferred(world: World): Promise<number> {
  const { forum, admin } = world
  const { boardId, toBoardId } = await twoBoards(world)
  const begin = forum.request.post(`/api/boards/${boardId}/transfer`).set(admin.headers)
  const { body } = await begin.send({ toBoardId }).expect(200)
  await forum.settle()
  return (body as { transfer: { id: number } }).transfer.id
}

/** Returns a moderator who is muted at the moment. */
async function mutedModerator({ forum, admin }: World): Promise<TestMember> {
  const muted = await forum.member(`mute${randomUUID().slice(0, 8)}`, 'moderator')
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await forum.request.put(`/api/users/${muted.id}/mute`).set(admin.headers).send({ until }).expect(200)
  return muted
}

/** Returns a new member whose authenticator app waits for its first code. */
async function enrolling(forum: TestForum) {
  const member = await forum.member(`code${randomUUID().slice(0, 8)}`)
  const begin = forum.request.post('/api/auth/second-factor').set(member.headers)
  const { body } = await begin.send({ password: PASSWORD }).expect(200)
  return { member, app: new Authenticator((body as { key: string }).key) }
}

/** Returns a new member with a second factor, and a recovery code. */
async function enrolled(forum: TestForum): Promise<TestMember & { code: string }> {
  const member = await forum.member(`code${randomUUID().slice(0, 8)}`)
  const { recoveryCodes } = await enrol(forum, member)
  return { ...member, code: recoveryCodes[0] ?? '' }
}

/** Refusals of a member with a second factor to a call that lacks only its code. */
const withSecondFactor = (body: object) => ({
  SECOND_FACTOR_REQUIRED: async ({ forum }: World) => ({ as: await enrolled(forum), body }),
  WRONG_CODE: async ({ forum }: World) => ({ as: await enrolled(forum), body: { ...body, code: '12345' } }),
})

/** Asks to erase a new reply; returns the erasure. */
async function erasureAsked({ forum, admin, reply }: World): Promise<number> {
  const asked = await forum.as(admin).call('askErasure', { postIds: [await reply()], reason: '泄露隐私' })
  return asked.erasure.id
}

/** Returns a member whose password was typed too long ago for the acts that hurt most. */
async function signedInLongAgo({ forum }: World, role: 'user' | 'moderator' | 'admin'): Promise<TestMember> {
  const member = await forum.member(`long${randomUUID().slice(0, 8)}`, role)
  await forum.api.db.sessions.updateMany({ userId: member.id }, { $set: { createdAt: new Date(0) } })
  return member
}

/** A member whom another site signs in, and has signed in long ago. */
async function withoutPassword(world: World): Promise<TestMember> {
  const member = await signedInLongAgo(world, 'user')
  await world.forum.api.db.members.updateOne({ _id: member.id }, { $set: { passwordHash: '' } })
  return member
}

async function newestAct(forum: TestForum): Promise<number> {
  const newest = await forum.api.db.moderationLog.findOne({}, { sort: { _id: -1 } })
  return newest?._id ?? 0
}

/** Sends a message from xiaoli to laowang; returns its id. */
async function message({ forum, xiaoli, laowang }: World): Promise<number> {
  const body = { ...LETTER, recipientId: laowang.id }
  const response = await forum.request.post('/api/messages').set(xiaoli.headers).send(body).expect(201)
  return (response.body as { message: { id: number } }).message.id
}

/** Starts a conversation of xiaoli, laowang and the moderator; returns its id. */
async function group({ forum, xiaoli, laowang, moderator }: World): Promise<number> {
  const userIds = [laowang.id, moderator.id]
  return (await forum.as(xiaoli).call('startConversation', { ...LETTER, userIds })).conversation.id
}

/** Starts a thread with a poll by xiaoli; returns its id. */
async function pollThread({ forum, xiaoli }: World, closesAt: string | null = null): Promise<number> {
  const poll = { question: '去哪儿吃？', options: ['川菜', '粤菜'], maxChoices: 1, closesAt }
  const body = { title: '聚餐', content: '投票', boardId: 3, poll }
  const response = await forum.request.post('/api/threads').set(xiaoli.headers).send(body).expect(201)
  return (response.body as { thread: { id: number } }).thread.id
}

/** Creates a member whom another one has blocked. */
async function blockedBy({ forum }: World, by: TestMember): Promise<TestMember> {
  const blocked = await forum.member('blocked1')
  await forum.request
    .put(`/api/users/${blocked.id}/block`)
    .set(by.headers)
    .send({ blocked: true })
    .expect(200)
  return blocked
}

/**
 * A row for each endpoint of the contract (`shared/src/contract/index.ts`), under its name. The test walks all of them;
 * an endpoint without a row does not compile.
 */
const rows = {
  register: {
    ok: () => ({ body: { username: 'newcomer1', email: 'newcomer1@example.com', password: PASSWORD } }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        const body = {
          username: 'daikao1',
          email: 'daikao1@example.com',
          password: PASSWORD,
          displayName: '四级代考',
        }
        return { body }
      },
      USERNAME_TAKEN: () => ({
        body: { username: 'XIAOLI', email: 'other1@example.com', password: PASSWORD },
      }),
      EMAIL_TAKEN: () => ({
        body: { username: 'newcomer2', email: 'Xiaoli@example.com', password: PASSWORD },
      }),
      FORBIDDEN: async ({ forum, admin }) => {
        const body = { settings: { registration: 'closed' } }
        await forum.request.put('/api/admin/settings').set(admin.headers).send(body).expect(200)
        return { body: { username: 'newcomer3', email: 'newcomer3@example.com', password: PASSWORD } }
      },
      INVITATION_REQUIRED: async ({ forum, admin }) => {
        const body = { settings: { registration: 'invited' } }
        await forum.request.put('/api/admin/settings').set(admin.headers).send(body).expect(200)
        return { body: { username: 'newcomer4', email: 'newcomer4@example.com', password: PASSWORD } }
      },
    },
  },
  login: {
    ok: () => ({ body: { username: 'xiaoli', password: PASSWORD } }),
    errors: {
      INVALID_CREDENTIALS: () => ({ body: { username: 'xiaoli', password: 'wrong' } }),
      ACCOUNT_BANNED: async ({ forum }) => {
        const { id } = await forum.member('banned1')
        await forum.api.db.members.updateOne({ _id: id }, { $set: { status: 'banned' } })
        return { body: { username: 'banned1', password: PASSWORD } }
      },
      ACCOUNT_INACTIVE: async ({ forum }) => {
        const { id } = await forum.member('inactive1')
        await forum.api.db.members.updateOne({ _id: id }, { $set: { status: 'inactive' } })
        return { body: { username: 'inactive1', password: PASSWORD } }
      },
      SECOND_FACTOR_REQUIRED: async ({ forum }) => {
        const { username } = await enrolled(forum)
        return { body: { username, password: PASSWORD } }
      },
      WRONG_CODE: async ({ forum }) => {
        const { username } = await enrolled(forum)
        return { body: { username, password: PASSWORD, code: '12345' } }
      },
    },
  },
  getSecondFactor: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  beginSecondFactor: {
    ok: ({ xiaoli }) => ({ as: xiaoli, body: { password: PASSWORD } }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({ as: await withoutPassword(world), body: {} }),
      WRONG_PASSWORD: ({ xiaoli }) => ({ as: xiaoli, body: { password: 'wrong' } }),
      CONFLICT: async ({ forum }) => ({ as: await enrolled(forum), body: { password: PASSWORD } }),
    },
  },
  turnOnSecondFactor: {
    ok: async ({ forum }) => {
      const { member, app } = await enrolling(forum)
      return { as: member, body: { code: app.codeAt(forum.clock.now()) } }
    },
    errors: {
      WRONG_CODE: async ({ forum }) => ({ as: (await enrolling(forum)).member, body: { code: '12345' } }),
      CONFLICT: async ({ forum }) => ({ as: await enrolled(forum), body: { code: '123456' } }),
    },
  },
  turnOffSecondFactor: {
    ok: async ({ forum }) => {
      const { code, ...member } = await enrolled(forum)
      return { as: member, body: { password: PASSWORD, code } }
    },
    errors: {
      PASSWORD_REQUIRED: async (world) => ({
        as: await withoutPassword(world),
        body: { code: '12345' },
      }),
      WRONG_PASSWORD: async ({ forum }) => ({
        as: await enrolled(forum),
        body: { password: 'wrong', code: '12345' },
      }),
      WRONG_CODE: async ({ forum }) => ({
        as: await enrolled(forum),
        body: { password: PASSWORD, code: '12345' },
      }),
      CONFLICT: async ({ forum }) => ({
        as: (await enrolling(forum)).member,
        body: { password: PASSWORD, code: '12345' },
      }),
    },
  },
  confirmPassword: {
    ok: ({ xiaoli }) => ({ as: xiaoli, body: { password: PASSWORD } }),
    errors: {
      WRONG_PASSWORD: ({ xiaoli }) => ({ as: xiaoli, body: { password: 'wrong' } }),
      ...withSecondFactor({ password: PASSWORD }),
    },
  },
  logout: {
    ok: async ({ forum }) => ({ as: await forum.member('leaving1') }),
  },
  me: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  listSessions: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  revokeSession: {
    ok: async ({ forum, xiaoli }) => {
      await forum.api.services.sessions.open(xiaoli.id, 'elsewhere')
      const { body } = await forum.request.get('/api/auth/sessions').set(xiaoli.headers).expect(200)
      const sessions = (body as { sessions: { id: number; userAgent: string }[] }).sessions
      return {
        as: xiaoli,
        params: { sessionId: sessions.find(({ userAgent }) => userAgent === 'elsewhere')?.id ?? 0 },
      }
    },
    errors: { NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { sessionId: NOBODY } }) },
  },
  getPasswordHelp: { ok: () => ({}) },
  forgotPassword: {
    ok: () => ({ body: { username: 'nobody1' } }),
    errors: { UNAVAILABLE: 'A forum without mail refuses.' },
  },
  resetPassword: {
    ok: async ({ forum, resetTokenOf }) => ({
      body: { token: await resetTokenOf(await forum.member('forgetful1')), password: PASSWORD },
    }),
    errors: {
      ACCOUNT_BANNED: async ({ forum, resetTokenOf }) => {
        const member = await forum.member('forgetful2')
        const token = await resetTokenOf(member)
        await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status: 'banned' } })
        return { body: { token, password: PASSWORD } }
      },
      ACCOUNT_INACTIVE: async ({ forum, resetTokenOf }) => {
        const member = await forum.member('forgetful3')
        const token = await resetTokenOf(member)
        await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status: 'inactive' } })
        return { body: { token, password: PASSWORD } }
      },
      SECOND_FACTOR_REQUIRED: async ({ forum, resetTokenOf }) => ({
        body: { token: await resetTokenOf(await enrolled(forum)), password: PASSWORD },
      }),
      WRONG_CODE: async ({ forum, resetTokenOf }) => ({
        body: { token: await resetTokenOf(await enrolled(forum)), password: PASSWORD, code: '12345' },
      }),
    },
  },
  changeEmail: {
    ok: async ({ forum }) => ({
      as: await forum.member('removing1'),
      body: { email: 'newhome@example.com' },
    }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'user'),
        body: { email: 'newhome@example.com' },
      }),
    },
  },
  cancelEmailChange: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  verifyEmail: {
    ok: async ({ forum, confirmTokenOf }) => ({
      body: { token: await confirmTokenOf(await forum.member('removing3')) },
    }),
    errors: {
      EMAIL_TAKEN: async ({ forum, confirmTokenOf }) => {
        const token = await confirmTokenOf(await forum.member('removing4'))
        const { id } = await forum.member('removing5')
        const email = 'new-removing4@example.com'
        await forum.api.db.members.updateOne({ _id: id }, { $set: { email, emailLower: email } })
        return { body: { token } }
      },
    },
  },
  resendEmail: { ok: async ({ forum }) => ({ as: await forum.member('removing6') }) },
  undoEmail: {
    ok: async ({ forum, undoTokenOf }) => ({
      body: { token: await undoTokenOf(await forum.member('removing7')) },
    }),
    errors: { EMAIL_TAKEN: 'Nobody gets an address while another account may return to it.' },
  },
  changeUsername: {
    ok: async ({ forum }) => ({ as: await forum.member('gaiming1'), body: { username: 'gaiming1b' } }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'user'),
        body: { username: 'gaiming2b' },
      }),
      USERNAME_TAKEN: async ({ forum }) => ({
        as: await forum.member('gaiming3'),
        body: { username: 'laowang88' },
      }),
      CONTENT_BLOCKED: async (world) => {
        const body = { words: [{ pattern: 'badname', action: 'block' }] }
        await world.forum.request.put('/api/moderation/words').set(world.admin.headers).send(body).expect(200)
        return { as: await world.forum.member('gaiming4'), body: { username: 'badname' } }
      },
      CONFLICT: 'Another rename of the same account was written at the same time.',
    },
  },
  renameMember: {
    ok: async ({ forum, admin }) => ({
      as: admin,
      params: { userId: (await forum.member('gaiming5')).id },
      body: { username: 'gaiming5b' },
    }),
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { userId: NOBODY }, body: { username: 'gaiming6b' } }),
      FORBIDDEN: ({ moderator, laowang }) => ({
        as: moderator,
        params: { userId: laowang.id },
        body: { username: 'gaiming6b' },
      }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        params: { userId: world.laowang.id },
        body: { username: 'gaiming6b' },
      }),
      USERNAME_TAKEN: async ({ forum, admin }) => ({
        as: admin,
        params: { userId: (await forum.member('gaiming7')).id },
        body: { username: 'xiaoli' },
      }),
      CONTENT_BLOCKED: async (world) => {
        const body = { words: [{ pattern: 'badname', action: 'block' }] }
        await world.forum.request.put('/api/moderation/words').set(world.admin.headers).send(body).expect(200)
        const { id: userId } = await world.forum.member('gaiming8')
        return { as: world.admin, params: { userId }, body: { username: 'badname' } }
      },
      CONFLICT: 'Another rename of the same account was written at the same time.',
    },
  },
  exportAccount: {
    ok: ({ xiaoli }) => ({ as: xiaoli }),
    errors: { PASSWORD_REQUIRED: async (world) => ({ as: await signedInLongAgo(world, 'moderator') }) },
  },
  deleteAccount: {
    ok: async ({ forum }) => ({ as: await forum.member('leaving2'), body: { password: PASSWORD } }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({ as: await withoutPassword(world), body: {} }),
      WRONG_PASSWORD: async ({ forum }) => ({
        as: await forum.member('leaving3'),
        body: { password: 'wrong' },
      }),
      ...withSecondFactor({ password: PASSWORD }),
      FORBIDDEN: ({ admin }) => ({ as: admin, body: { password: PASSWORD } }),
    },
  },
  updateProfile: {
    ok: ({ xiaoli }) => ({ as: xiaoli, body: { signature: '签名', showOnline: true } }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { as: world.xiaoli, body: { signature: '四级代考' } }
      },
      MUTED: ({ muted }) => ({ as: muted, body: { signature: '加微信' } }),
    },
  },
  createResetLink: {
    ok: ({ admin, laowang }) => ({ as: admin, params: { userId: laowang.id } }),
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { userId: NOBODY } }),
      FORBIDDEN: ({ admin }) => ({ as: admin, params: { userId: admin.id } }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        params: { userId: world.laowang.id },
      }),
    },
  },
  uploadAvatar: {
    ok: ({ xiaoli }) => ({ as: xiaoli, file: { name: '像素.gif', type: 'image/gif', bytes: PICTURE } }),
    errors: {
      MUTED: ({ muted }) => ({ as: muted, file: { name: '像素.gif', type: 'image/gif', bytes: PICTURE } }),
      UNSUPPORTED_MEDIA_TYPE: ({ xiaoli }) => ({
        as: xiaoli,
        file: { name: '像素.gif', type: 'image/gif', bytes: Buffer.from('<script>') },
      }),
      PAYLOAD_TOO_LARGE: ({ xiaoli }) => ({
        as: xiaoli,
        file: { name: '像素.gif', type: 'image/gif', bytes: Buffer.alloc(AVATAR_MAX_BYTES + 1) },
      }),
    },
  },
  changePassword: {
    ok: async ({ forum }) => ({
      as: await forum.member('changing1'),
      body: { currentPassword: PASSWORD, newPassword: 'Another#Horse9' },
    }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({
        as: await withoutPassword(world),
        body: { newPassword: 'Another#Horse9' },
      }),
      WRONG_PASSWORD: async ({ forum }) => ({
        as: await forum.member('changing2'),
        body: { currentPassword: 'wrong', newPassword: 'Another#Horse9' },
      }),
      ...withSecondFactor({ currentPassword: PASSWORD, newPassword: 'Another#Horse9' }),
    },
  },
  listUsers: { ok: ({ xiaoli }) => ({ as: xiaoli, query: { limit: 100 } }) },
  searchUsers: { ok: ({ xiaoli }) => ({ as: xiaoli, query: { q: 'lao' } }) },
  getUser: {
    ok: ({ xiaoli }) => ({ params: { userId: xiaoli.id } }),
    errors: { NOT_FOUND: () => ({ params: { userId: NOBODY } }) },
  },
  blockUser: {
    ok: ({ xiaoli, laowang }) => ({ as: xiaoli, params: { userId: laowang.id }, body: { blocked: false } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { userId: NOBODY }, body: { blocked: true } }),
      FORBIDDEN: ({ xiaoli }) => ({ as: xiaoli, params: { userId: xiaoli.id }, body: { blocked: true } }),
    },
  },
  listBlocked: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  listUnreadBoards: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  followUser: {
    ok: ({ xiaoli, laowang }) => ({ as: xiaoli, params: { userId: laowang.id }, body: { followed: false } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { userId: NOBODY }, body: { followed: true } }),
      FORBIDDEN: ({ xiaoli }) => ({ as: xiaoli, params: { userId: xiaoli.id }, body: { followed: true } }),
    },
  },
  setBoardLevel: {
    ok: ({ xiaoli }) => ({ as: xiaoli, params: { boardId: 3 }, body: { level: 'normal' } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { boardId: NOBODY }, body: { level: 'hide' } }),
    },
  },
  listFollowing: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  banUser: {
    ok: ({ moderator, laowang }) => ({
      as: moderator,
      params: { userId: laowang.id },
      body: { banned: false, reason: '误会' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { userId: NOBODY }, body: { banned: true } }),
      FORBIDDEN: ({ moderator, admin }) => ({
        as: moderator,
        params: { userId: admin.id },
        body: { banned: true },
      }),
    },
  },
  muteUser: {
    ok: ({ moderator, laowang }) => ({
      as: moderator,
      params: { userId: laowang.id },
      body: { until: null },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { userId: NOBODY }, body: { until: null } }),
      FORBIDDEN: ({ xiaoli, laowang }) => ({
        as: xiaoli,
        params: { userId: laowang.id },
        body: { until: null },
      }),
      CONFLICT: 'two moderators mute a member in boards at the same moment',
    },
  },
  setUserRole: {
    ok: ({ admin, laowang }) => ({ as: admin, params: { userId: laowang.id }, body: { role: 'user' } }),
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { userId: NOBODY }, body: { role: 'user' } }),
      FORBIDDEN: ({ moderator, laowang }) => ({
        as: moderator,
        params: { userId: laowang.id },
        body: { role: 'moderator' },
      }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        params: { userId: world.laowang.id },
        body: { role: 'user' },
      }),
    },
  },
  listBoards: { ok: () => ({}) },
  popularBoards: { ok: () => ({ query: { limit: 3 } }) },
  getBoard: {
    ok: ({ xiaoli }) => ({ as: xiaoli, params: { boardId: 3 }, query: { sortBy: 'viewCount' } }),
    errors: { NOT_FOUND: () => ({ params: { boardId: NOBODY } }) },
  },
  createBoard: {
    ok: ({ admin, xiaoli }) => ({
      as: admin,
      body: { name: 'Birds', parentId: 120, moderatorIds: [xiaoli.id] },
    }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { name: 'Birds' } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, body: { name: 'Birds', parentId: NOBODY } }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        body: { name: 'Birds', parentId: 120, moderatorIds: [world.xiaoli.id] },
      }),
    },
  },
  updateBoard: {
    ok: ({ admin }) => ({ as: admin, params: { boardId: 4 }, body: { position: 7 } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { boardId: 4 }, body: { name: 'Birds' } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { boardId: NOBODY }, body: { name: 'Birds' } }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        params: { boardId: 4 },
        body: { moderatorIds: [world.xiaoli.id] },
      }),
    },
  },
  deleteBoard: {
    ok: ({ admin }) => ({ as: admin, params: { boardId: 150 } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { boardId: 4 } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { boardId: NOBODY } }),
      BOARD_NOT_EMPTY: ({ admin }) => ({ as: admin, params: { boardId: 3 } }),
      BOARD_HAS_CHILDREN: ({ admin }) => ({ as: admin, params: { boardId: 1 } }),
    },
  },
  listCategories: { ok: () => ({}) },
  getCategory: {
    ok: () => ({ params: { name: encodeURIComponent('站务管理') } }),
    errors: { NOT_FOUND: () => ({ params: { name: 'nowhere' } }) },
  },
  createCategory: {
    ok: ({ admin }) => ({ as: admin, body: { name: 'Outings', name_zh: '出行', slug: 'outings' } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { name: 'Walls', slug: 'walls' } }),
      CONFLICT: 'There are as many categories as there may be (CATEGORIES_MAX).',
    },
  },
  updateCategory: {
    ok: ({ admin }) => ({ as: admin, params: { key: '5' }, body: { position: 3 } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { key: '5' }, body: { position: 3 } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { key: 'none' }, body: { position: 3 } }),
      CONFLICT: 'Another process has changed the categories without the lease.',
    },
  },
  deleteCategory: {
    ok: async ({ forum, admin }) => {
      const body = { name: 'Spare', slug: 'spare' }
      await forum.request.post('/api/categories').set(admin.headers).send(body).expect(201)
      return { as: admin, params: { key: 'spare' } }
    },
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { key: '5' } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { key: 'none' } }),
      CATEGORY_NOT_EMPTY: ({ admin }) => ({ as: admin, params: { key: '6' } }),
      CONFLICT: 'It is the last category.',
    },
  },
  listGroups: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  createGroup: {
    ok: ({ admin }) => ({ as: admin, body: { name: `组${randomUUID()}`.slice(0, 20), joining: 'byHand' } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { name: '组', joining: 'byHand' } }),
      CONFLICT: 'There are as many groups as there may be (GROUPS_MAX).',
    },
  },
  updateGroup: {
    ok: async (world) => ({
      as: world.admin,
      params: { groupId: await groupOf(world) },
      body: { days: 3, posts: 5, joining: 'auto' },
    }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { groupId: 1 }, body: {} }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { groupId: NOBODY }, body: {} }),
      CONFLICT: 'Another process has changed the groups without the lease.',
    },
  },
  deleteGroup: {
    ok: async (world) => ({ as: world.admin, params: { groupId: await groupOf(world) } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { groupId: 1 } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { groupId: NOBODY } }),
      CONFLICT: 'A board is open to the group.',
    },
  },
  listGroupMembers: {
    ok: async (world) => ({ as: world.admin, params: { groupId: await groupOf(world) } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { groupId: 1 } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { groupId: NOBODY } }),
    },
  },
  addGroupMember: {
    ok: async (world) => ({
      as: world.admin,
      params: { groupId: await groupOf(world), userId: world.laowang.id },
    }),
    errors: {
      FORBIDDEN: ({ moderator, laowang }) => ({ as: moderator, params: { groupId: 1, userId: laowang.id } }),
      NOT_FOUND: ({ admin, laowang }) => ({ as: admin, params: { groupId: NOBODY, userId: laowang.id } }),
    },
  },
  removeGroupMember: {
    ok: async (world) => ({
      as: world.admin,
      params: { groupId: await groupOf(world), userId: world.laowang.id },
    }),
    errors: {
      FORBIDDEN: ({ moderator, laowang }) => ({ as: moderator, params: { groupId: 1, userId: laowang.id } }),
      NOT_FOUND: ({ admin, laowang }) => ({ as: admin, params: { groupId: NOBODY, userId: laowang.id } }),
    },
  },
  listOwnGroups: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  joinGroup: {
    ok: async (world) => ({
      as: world.xiaoli,
      params: { groupId: await groupOf(world, 'request') },
      body: {},
    }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { groupId: NOBODY }, body: {} }),
      FORBIDDEN: async (world) => ({
        as: world.xiaoli,
        params: { groupId: await groupOf(world) },
        body: {},
      }),
    },
  },
  leaveGroup: {
    ok: async (world) => ({ as: world.xiaoli, params: { groupId: await groupOf(world) } }),
    errors: { NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { groupId: NOBODY } }) },
  },
  listThreads: {
    ok: ({ xiaoli }) => ({ as: xiaoli, query: { boardId: 1, daysAgo: 4, minReplies: 0, sortOrder: 'asc' } }),
  },
  listSimilarThreads: { ok: ({ xiaoli }) => ({ as: xiaoli, query: { title: encodeURIComponent('主') } }) },
  listRelatedThreads: {
    ok: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId } }),
    errors: { NOT_FOUND: () => ({ params: { threadId: NOBODY } }) },
  },
  getThread: {
    ok: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, query: { page: 'last' } }),
    errors: { NOT_FOUND: () => ({ params: { threadId: NOBODY } }) },
  },
  createThread: {
    ok: ({ xiaoli }) => ({ as: xiaoli, body: { title: '新的', content: '一楼', boardId: 3 } }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { as: world.xiaoli, body: { title: '四級代考', content: '一楼', boardId: 3 } }
      },
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, body: { title: '新的', content: '一楼', boardId: NOBODY } }),
      FORBIDDEN: ({ xiaoli }) => ({ as: xiaoli, body: { title: '新的', content: '一楼', boardId: 2 } }),
      MUTED: ({ muted }) => ({ as: muted, body: { title: '新的', content: '一楼', boardId: 3 } }),
      BOARD_HAS_CHILDREN: ({ xiaoli }) => ({
        as: xiaoli,
        body: { title: '新的', content: '一楼', boardId: 1 },
      }),
      CONFLICT: async ({ forum, xiaoli }) => {
        const key = { 'Idempotency-Key': randomUUID() }
        const body = { title: '新的', content: '一楼', boardId: 3 }
        await forum.request
          .post('/api/threads')
          .set({ ...xiaoli.headers, ...key })
          .send(body)
          .expect(201)
        return { as: xiaoli, headers: key, body: { ...body, content: '另一个一楼' } }
      },
    },
  },
  updateThread: {
    ok: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { title: '改过的' } }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { as: world.xiaoli, params: { threadId: world.threadId }, body: { content: '四 级 代 考' } }
      },
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { threadId: NOBODY }, body: { title: '改' } }),
      FORBIDDEN: ({ laowang, threadId }) => ({ as: laowang, params: { threadId }, body: { title: '改' } }),
      MUTED: ({ muted, mutedThreadId }) => ({
        as: muted,
        params: { threadId: mutedThreadId },
        body: { title: '改' },
      }),
      THREAD_LOCKED: ({ xiaoli, lockedThreadId }) => ({
        as: xiaoli,
        params: { threadId: lockedThreadId },
        body: { title: '改' },
      }),
      CONFLICT: ({ xiaoli, threadId }) => ({
        as: xiaoli,
        params: { threadId },
        body: { content: '改', version: 99 },
      }),
    },
  },
  pinThread: {
    ok: ({ moderator, threadId }) => ({ as: moderator, params: { threadId }, body: { pinned: true } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { threadId: NOBODY }, body: { pinned: true } }),
      FORBIDDEN: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { pinned: true } }),
    },
  },
  lockThread: {
    ok: ({ moderator, lockedThreadId }) => ({
      as: moderator,
      params: { threadId: lockedThreadId },
      body: { locked: true },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { threadId: NOBODY }, body: { locked: true } }),
      FORBIDDEN: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { locked: true } }),
    },
  },
  featureThread: {
    ok: ({ moderator, threadId }) => ({ as: moderator, params: { threadId }, body: { featured: true } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({
        as: moderator,
        params: { threadId: NOBODY },
        body: { featured: true },
      }),
      FORBIDDEN: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { featured: true } }),
    },
  },
  typeThread: {
    ok: ({ moderator, threadId }) => ({ as: moderator, params: { threadId }, body: { type: null } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { threadId: NOBODY }, body: { type: null } }),
      FORBIDDEN: ({ laowang, threadId }) => ({ as: laowang, params: { threadId }, body: { type: null } }),
      MUTED: ({ muted, mutedThreadId }) => ({
        as: muted,
        params: { threadId: mutedThreadId },
        body: { type: null },
      }),
      THREAD_LOCKED: ({ xiaoli, lockedThreadId }) => ({
        as: xiaoli,
        params: { threadId: lockedThreadId },
        body: { type: null },
      }),
    },
  },
  answerThread: {
    ok: async ({ forum, xiaoli }) => {
      const question = { title: '怎么办', content: '求助', boardId: 3, isQuestion: true }
      const { thread } = await forum.as(xiaoli).call('createThread', question)
      return { as: xiaoli, params: { threadId: thread.id }, body: { postId: null } }
    },
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { threadId: NOBODY }, body: { postId: null } }),
      FORBIDDEN: ({ laowang, threadId }) => ({ as: laowang, params: { threadId }, body: { postId: null } }),
      MUTED: ({ muted, mutedThreadId }) => ({
        as: muted,
        params: { threadId: mutedThreadId },
        body: { postId: null },
      }),
      CONFLICT: ({ moderator, threadId }) => ({
        as: moderator,
        params: { threadId },
        body: { postId: null },
      }),
    },
  },
  slowThread: {
    ok: ({ moderator, threadId }) => ({ as: moderator, params: { threadId }, body: { seconds: null } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { threadId: NOBODY }, body: { seconds: 60 } }),
      FORBIDDEN: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { seconds: 60 } }),
    },
  },
  scheduleThread: {
    ok: ({ moderator, threadId }) => ({ as: moderator, params: { threadId }, body: { closeAfterDays: 30 } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { threadId: NOBODY }, body: { lockAt: null } }),
      FORBIDDEN: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { lockAt: null } }),
    },
  },
  votePoll: {
    ok: async (world) => ({
      as: world.laowang,
      params: { threadId: await pollThread(world) },
      body: { options: [1] },
    }),
    errors: {
      NOT_FOUND: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { options: [0] } }),
      THREAD_LOCKED: async (world) => {
        const threadId = await pollThread(world)
        const lock = world.forum.request.put(`/api/threads/${threadId}/lock`).set(world.moderator.headers)
        await lock.send({ locked: true }).expect(200)
        return { as: world.laowang, params: { threadId }, body: { options: [1] } }
      },
      CONFLICT: async (world) => {
        const { forum } = world
        const closesAt = new Date(forum.clock.now().getTime() + 1_000).toISOString()
        const threadId = await pollThread(world, closesAt)
        forum.clock.advance(2_000)
        return { as: world.laowang, params: { threadId }, body: { options: [1] } }
      },
    },
  },
  threadChanges: {
    ok: ({ threadId }) => ({ params: { threadId }, query: { since: 0 } }),
    errors: { NOT_FOUND: () => ({ params: { threadId: NOBODY }, query: { since: 0 } }) },
  },
  markThreadRead: {
    ok: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { number: 1 } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { threadId: NOBODY }, body: { number: 1 } }),
    },
  },
  listPosts: {
    ok: ({ threadId }) => ({ query: { threadId, afterNumber: 1 } }),
    errors: { NOT_FOUND: () => ({ query: { threadId: NOBODY } }) },
  },
  getPost: {
    ok: ({ replyId }) => ({ params: { postId: replyId } }),
    errors: { NOT_FOUND: () => ({ params: { postId: NOBODY } }) },
  },
  createPost: {
    ok: ({ xiaoli, threadId, replyId }) => ({
      as: xiaoli,
      body: { threadId, content: '三楼', quotedPostId: replyId },
    }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { as: world.xiaoli, body: { threadId: world.threadId, content: '四级[b]代考[/b]' } }
      },
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, body: { threadId: NOBODY, content: '三楼' } }),
      FORBIDDEN: 'Every member may reply.',
      MUTED: ({ muted, threadId }) => ({ as: muted, body: { threadId, content: '三楼' } }),
      THREAD_LOCKED: ({ xiaoli, lockedThreadId }) => ({
        as: xiaoli,
        body: { threadId: lockedThreadId, content: '三楼' },
      }),
      CONFLICT: async ({ forum, xiaoli, threadId }) => {
        const key = { 'Idempotency-Key': randomUUID() }
        const body = { threadId, content: '三楼' }
        await forum.request
          .post('/api/posts')
          .set({ ...xiaoli.headers, ...key })
          .send(body)
          .expect(201)
        return { as: xiaoli, headers: key, body: { ...body, content: '另一个三楼' } }
      },
    },
  },
  updatePost: {
    ok: ({ laowang, replyId }) => ({ as: laowang, params: { postId: replyId }, body: { content: '改过' } }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { as: world.laowang, params: { postId: world.replyId }, body: { content: '四级代考' } }
      },
      NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { postId: NOBODY }, body: { content: '改' } }),
      FORBIDDEN: ({ xiaoli, replyId }) => ({
        as: xiaoli,
        params: { postId: replyId },
        body: { content: '改' },
      }),
      MUTED: ({ muted, mutedReplyId }) => ({
        as: muted,
        params: { postId: mutedReplyId },
        body: { content: '改' },
      }),
      THREAD_LOCKED: ({ laowang, lockedPostId }) => ({
        as: laowang,
        params: { postId: lockedPostId },
        body: { content: '改' },
      }),
      CONFLICT: ({ laowang, replyId }) => ({
        as: laowang,
        params: { postId: replyId },
        body: { content: '改', version: 99 },
      }),
    },
  },
  deletePost: {
    ok: async ({ laowang, reply }) => ({ as: laowang, params: { postId: await reply() } }),
    errors: {
      NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { postId: NOBODY } }),
      FORBIDDEN: ({ xiaoli, replyId }) => ({ as: xiaoli, params: { postId: replyId } }),
      MUTED: ({ muted, mutedReplyId }) => ({ as: muted, params: { postId: mutedReplyId } }),
      THREAD_LOCKED: ({ laowang, lockedPostId }) => ({ as: laowang, params: { postId: lockedPostId } }),
      CONFLICT: async ({ forum, moderator, reply }) => {
        const postId = await reply()
        await forum.request.delete(`/api/posts/${postId}`).set(moderator.headers).expect(204)
        return { as: moderator, params: { postId }, body: { mustChange: true } }
      },
    },
  },
  restorePost: {
    ok: async ({ forum, moderator, reply }) => {
      const postId = await reply()
      await forum.request.delete(`/api/posts/${postId}`).set(moderator.headers).expect(204)
      return { as: moderator, params: { postId } }
    },
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { postId: NOBODY } }),
      FORBIDDEN: ({ xiaoli, replyId }) => ({ as: xiaoli, params: { postId: replyId } }),
    },
  },
  likePost: {
    ok: ({ xiaoli, replyId }) => ({ as: xiaoli, params: { postId: replyId }, body: { liked: true } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { postId: NOBODY } }),
      FORBIDDEN: ({ laowang, replyId }) => ({ as: laowang, params: { postId: replyId } }),
    },
  },
  reportPost: {
    ok: async ({ xiaoli, reply }) => ({
      as: xiaoli,
      params: { postId: await reply() },
      body: { reason: '人身攻击' },
    }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { postId: NOBODY }, body: { reason: '广告' } }),
      FORBIDDEN: ({ laowang, replyId }) => ({
        as: laowang,
        params: { postId: replyId },
        body: { reason: '广告' },
      }),
      MUTED: ({ muted, replyId }) => ({ as: muted, params: { postId: replyId }, body: { reason: '广告' } }),
      CONFLICT: async ({ forum, xiaoli, replyId }) => {
        const body = { reason: '广告' }
        await forum.request.post(`/api/posts/${replyId}/report`).set(xiaoli.headers).send(body).expect(201)
        return { as: xiaoli, params: { postId: replyId }, body }
      },
    },
  },
  splitThread: {
    ok: async ({ moderator, threadId, reply }) => ({
      as: moderator,
      params: { threadId },
      body: { postIds: [await reply()], title: '跑题的回复', boardId: 42, reason: '跑题' },
    }),
    errors: {
      NOT_FOUND: ({ moderator, threadId }) => ({
        as: moderator,
        params: { threadId },
        body: { postIds: [NOBODY], title: '跑题', boardId: 3 },
      }),
      FORBIDDEN: ({ xiaoli, threadId, replyId }) => ({
        as: xiaoli,
        params: { threadId },
        body: { postIds: [replyId], title: '跑题', boardId: 3 },
      }),
      BOARD_HAS_CHILDREN: ({ moderator, threadId, replyId }) => ({
        as: moderator,
        params: { threadId },
        body: { postIds: [replyId], title: '跑题', boardId: 1 },
      }),
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        const { moderator, threadId, replyId } = world
        return {
          as: moderator,
          params: { threadId },
          body: { postIds: [replyId], title: '四级代考', boardId: 3 },
        }
      },
      CONFLICT: async ({ forum, moderator, xiaoli, threadId, replyId }) => {
        const { id } = await forum.thread(xiaoli)
        await forum.request.delete(`/api/threads/${id}`).set(moderator.headers).expect(204)
        return { as: moderator, params: { threadId }, body: { postIds: [replyId], threadId: id } }
      },
    },
  },
  mergeThread: {
    ok: async ({ forum, moderator, xiaoli, threadId }) => ({
      as: moderator,
      params: { threadId: (await forum.thread(xiaoli)).id },
      body: { into: threadId, reason: '重复' },
    }),
    errors: {
      NOT_FOUND: ({ moderator, threadId }) => ({
        as: moderator,
        params: { threadId: NOBODY },
        body: { into: threadId },
      }),
      FORBIDDEN: async ({ forum, xiaoli, threadId }) => ({
        as: xiaoli,
        params: { threadId: (await forum.thread(xiaoli)).id },
        body: { into: threadId },
      }),
      CONFLICT: async ({ forum, moderator, xiaoli, threadId }) => {
        const { id } = await forum.thread(xiaoli)
        await forum.request.delete(`/api/threads/${id}`).set(moderator.headers).expect(204)
        return { as: moderator, params: { threadId }, body: { into: id } }
      },
    },
  },
  moveThread: {
    ok: async ({ forum, moderator, xiaoli }) => ({
      as: moderator,
      params: { threadId: (await forum.thread(xiaoli)).id },
      body: { boardId: 42, reason: '放错了版' },
    }),
    errors: {
      NOT_FOUND: ({ moderator, threadId }) => ({
        as: moderator,
        params: { threadId },
        body: { boardId: NOBODY },
      }),
      FORBIDDEN: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { boardId: 42 } }),
      BOARD_HAS_CHILDREN: ({ moderator, threadId }) => ({
        as: moderator,
        params: { threadId },
        body: { boardId: 1 },
      }),
    },
  },
  deleteThread: {
    ok: async ({ forum, xiaoli }) => ({ as: xiaoli, params: { threadId: (await forum.thread(xiaoli)).id } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { threadId: NOBODY } }),
      FORBIDDEN: ({ laowang, threadId }) => ({ as: laowang, params: { threadId } }),
      MUTED: ({ muted, mutedThreadId }) => ({ as: muted, params: { threadId: mutedThreadId } }),
      THREAD_LOCKED: ({ xiaoli, lockedThreadId }) => ({ as: xiaoli, params: { threadId: lockedThreadId } }),
      THREAD_HAS_REPLIES: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId } }),
      CONFLICT: async ({ forum, moderator, xiaoli }) => {
        const { id } = await forum.thread(xiaoli)
        await forum.request.delete(`/api/threads/${id}`).set(moderator.headers).expect(204)
        return { as: moderator, params: { threadId: id }, body: { mustChange: true } }
      },
    },
  },
  restoreThread: {
    ok: async ({ forum, moderator, xiaoli }) => {
      const { id } = await forum.thread(xiaoli)
      await forum.request.delete(`/api/threads/${id}`).set(moderator.headers).expect(204)
      return { as: moderator, params: { threadId: id } }
    },
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { threadId: NOBODY } }),
      FORBIDDEN: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId } }),
      CONFLICT: async ({ forum, moderator, xiaoli }) => {
        const { id } = await forum.thread(xiaoli, 111)
        await forum.request.delete(`/api/threads/${id}`).set(moderator.headers).expect(204)
        await forum.api.db.boards.updateOne(
          { _id: 111 },
          { $set: { deletedAt: new Date() }, $inc: { revision: 1 } },
        )
        forum.clock.advance(10_000)
        return { as: moderator, params: { threadId: id } }
      },
    },
  },
  watchThread: {
    ok: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { watched: true } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { threadId: NOBODY }, body: { watched: true } }),
    },
  },
  bookmarkThread: {
    ok: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId }, body: { bookmarked: true } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { threadId: NOBODY }, body: { bookmarked: true } }),
    },
  },
  listBookmarks: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  bookmarkPost: {
    ok: ({ xiaoli, replyId }) => ({ as: xiaoli, params: { postId: replyId }, body: { bookmarked: true } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { postId: NOBODY }, body: { bookmarked: true } }),
    },
  },
  listHistory: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  clearHistory: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  listDrafts: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  getDraft: { ok: ({ xiaoli }) => ({ as: xiaoli, params: { place: 'reply:1' } }) },
  putDraft: {
    ok: ({ xiaoli }) => ({
      as: xiaoli,
      params: { place: `reply:${randomUUID()}` },
      body: { value: '{}', version: 0 },
    }),
    errors: {
      CONFLICT: ({ xiaoli }) => ({
        as: xiaoli,
        params: { place: 'reply:2' },
        body: { value: '{}', version: 7 },
      }),
    },
  },
  removeDraft: { ok: ({ xiaoli }) => ({ as: xiaoli, params: { place: 'reply:1' } }) },
  listThreadsOfMember: {
    ok: ({ xiaoli }) => ({ params: { userId: xiaoli.id }, query: { limit: 5 } }),
    errors: { NOT_FOUND: () => ({ params: { userId: NOBODY } }) },
  },
  listPostsOfMember: {
    ok: ({ laowang }) => ({ params: { userId: laowang.id }, query: { limit: 5 } }),
    errors: { NOT_FOUND: () => ({ params: { userId: NOBODY } }) },
  },
  threadOutline: {
    ok: ({ xiaoli, threadId }) => ({ as: xiaoli, params: { threadId } }),
    errors: { NOT_FOUND: () => ({ params: { threadId: NOBODY } }) },
  },
  listResponses: {
    ok: ({ threadId }) => ({ params: { threadId }, query: { from: 1, to: 21 } }),
    errors: { NOT_FOUND: () => ({ params: { threadId: NOBODY }, query: { from: 1, to: 21 } }) },
  },
  markThreadsRead: {
    ok: ({ xiaoli }) => ({ as: xiaoli, body: { boardId: 1 } }),
    errors: { NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, body: { boardId: NOBODY } }) },
  },
  listLikes: {
    ok: ({ replyId }) => ({ params: { postId: replyId } }),
    errors: { NOT_FOUND: () => ({ params: { postId: NOBODY } }) },
  },
  listCoauthors: {
    ok: ({ xiaoli, openingPostId }) => ({ as: xiaoli, params: { postId: openingPostId } }),
    errors: { NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { postId: NOBODY } }) },
  },
  inviteCoauthor: {
    ok: ({ xiaoli, laowang, openingPostId }) => ({
      as: xiaoli,
      params: { postId: openingPostId },
      body: { userId: laowang.id },
    }),
    errors: {
      NOT_FOUND: ({ xiaoli, laowang }) => ({
        as: xiaoli,
        params: { postId: NOBODY },
        body: { userId: laowang.id },
      }),
      FORBIDDEN: ({ laowang, moderator, openingPostId }) => ({
        as: laowang,
        params: { postId: openingPostId },
        body: { userId: moderator.id },
      }),
      MUTED: async ({ forum, muted, mutedThreadId, laowang }) => {
        const { thread } = await forum.as(muted).call('getThread', { threadId: mutedThreadId })
        return { as: muted, params: { postId: thread.openingPostId }, body: { userId: laowang.id } }
      },
      THREAD_LOCKED: async ({ forum, xiaoli, laowang, lockedThreadId }) => {
        const { thread } = await forum.as(xiaoli).call('getThread', { threadId: lockedThreadId })
        return { as: xiaoli, params: { postId: thread.openingPostId }, body: { userId: laowang.id } }
      },
    },
  },
  acceptCoauthoring: {
    ok: async ({ forum, xiaoli, laowang, openingPostId }) => {
      await forum.as(xiaoli).call('inviteCoauthor', { postId: openingPostId, userId: laowang.id })
      return { as: laowang, params: { postId: openingPostId } }
    },
    errors: {
      NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { postId: NOBODY } }),
      FORBIDDEN: ({ moderator, openingPostId }) => ({ as: moderator, params: { postId: openingPostId } }),
    },
  },
  removeCoauthor: {
    ok: ({ xiaoli, laowang, openingPostId }) => ({
      as: xiaoli,
      params: { postId: openingPostId, userId: laowang.id },
    }),
    errors: {
      NOT_FOUND: ({ xiaoli, laowang }) => ({ as: xiaoli, params: { postId: NOBODY, userId: laowang.id } }),
      FORBIDDEN: ({ laowang, xiaoli, openingPostId }) => ({
        as: laowang,
        params: { postId: openingPostId, userId: xiaoli.id },
      }),
    },
  },
  listPostVersions: {
    ok: ({ laowang, replyId }) => ({ as: laowang, params: { postId: replyId } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { postId: NOBODY } }),
      FORBIDDEN: ({ xiaoli, replyId }) => ({ as: xiaoli, params: { postId: replyId } }),
      UNAUTHENTICATED: ({ replyId }) => ({ params: { postId: replyId } }),
    },
  },
  createAttachment: {
    ok: ({ xiaoli }) => ({ as: xiaoli, file: { name: '像素.gif', type: 'image/gif', bytes: PICTURE } }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { as: world.xiaoli, file: { name: '四级代考.gif', type: 'image/gif', bytes: PICTURE } }
      },
      MUTED: ({ muted }) => ({ as: muted, file: { name: '像素.gif', type: 'image/gif', bytes: PICTURE } }),
      UNSUPPORTED_MEDIA_TYPE: ({ xiaoli }) => ({
        as: xiaoli,
        file: { name: '像素.gif', type: 'image/gif', bytes: Buffer.from([0, 1, 2, 3]) },
      }),
      PAYLOAD_TOO_LARGE: ({ xiaoli }) => ({
        as: xiaoli,
        file: { name: '像素.gif', type: 'image/gif', bytes: Buffer.alloc(ATTACHMENT_MAX_BYTES + 1) },
      }),
    },
  },
  getUpload: {
    ok: async ({ forum }) => ({ params: { filename: await forum.api.services.avatars.save(PICTURE) } }),
    errors: { NOT_FOUND: () => ({ params: { filename: 'nothing.webp' } }) },
  },
  clearProfile: {
    ok: ({ moderator, laowang }) => ({
      as: moderator,
      params: { userId: laowang.id },
      body: { fields: ['signature'], reason: '广告' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({
        as: moderator,
        params: { userId: NOBODY },
        body: { fields: ['avatar'] },
      }),
      FORBIDDEN: ({ xiaoli, laowang }) => ({
        as: xiaoli,
        params: { userId: laowang.id },
        body: { fields: ['avatar'] },
      }),
    },
  },
  warnUser: {
    ok: async ({ forum, moderator }) => ({
      as: moderator,
      params: { userId: (await forum.member('warned1')).id },
      body: { text: '请不要留联系方式' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { userId: NOBODY }, body: { text: '请注意' } }),
      FORBIDDEN: ({ xiaoli, laowang }) => ({
        as: xiaoli,
        params: { userId: laowang.id },
        body: { text: '请注意' },
      }),
    },
  },
  readWarning: {
    ok: async ({ forum, moderator }) => {
      const warned = await forum.member('warned2')
      const { warning } = await forum.as(moderator).call('warnUser', { userId: warned.id, text: '请注意' })
      return { as: warned, params: { warningId: warning.id } }
    },
    errors: { NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { warningId: NOBODY } }) },
  },
  reportUser: {
    ok: ({ xiaoli, laowang }) => ({
      as: xiaoli,
      params: { userId: laowang.id },
      body: { reason: '广告签名' },
    }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { userId: NOBODY }, body: { reason: '广告签名' } }),
      FORBIDDEN: ({ xiaoli }) => ({
        as: xiaoli,
        params: { userId: xiaoli.id },
        body: { reason: '广告签名' },
      }),
      MUTED: ({ muted, laowang }) => ({
        as: muted,
        params: { userId: laowang.id },
        body: { reason: '广告签名' },
      }),
      CONFLICT: async ({ forum, xiaoli, muted }) => {
        await forum.as(xiaoli).call('reportUser', { userId: muted.id, reason: '广告签名' })
        return { as: xiaoli, params: { userId: muted.id }, body: { reason: '广告签名' } }
      },
    },
  },
  getSameSource: {
    ok: ({ moderator, xiaoli }) => ({ as: moderator, params: { userId: xiaoli.id } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { userId: NOBODY } }),
      FORBIDDEN: ({ xiaoli, laowang }) => ({ as: xiaoli, params: { userId: laowang.id } }),
    },
  },
  blockSource: {
    ok: ({ moderator, xiaoli }) => ({ as: moderator, params: { userId: xiaoli.id }, body: { until: null } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { userId: NOBODY }, body: { until: null } }),
      FORBIDDEN: ({ xiaoli, laowang }) => ({
        as: xiaoli,
        params: { userId: laowang.id },
        body: { until: null },
      }),
    },
  },
  getComplaintForm: { ok: () => ({}) },
  createComplaint: {
    ok: () => ({
      body: {
        url: 'https://forum.example/threads/1',
        kind: 'privacy',
        text: '贴了我的电话号码',
        contact: '电话 555-0100',
      },
    }),
  },
  reportMessage: {
    ok: async (world) => ({
      as: world.laowang,
      params: { messageId: await message(world) },
      body: { reason: '骚扰' },
    }),
    errors: {
      NOT_FOUND: async (world) => ({
        as: world.admin,
        params: { messageId: await message(world) },
        body: { reason: '骚扰' },
      }),
      FORBIDDEN: async (world) => ({
        as: world.xiaoli,
        params: { messageId: await message(world) },
        body: { reason: '骚扰' },
      }),
      MUTED: 'A muted member reports nothing.',
      CONFLICT: async (world) => {
        const messageId = await message(world)
        const report = world.forum.request.post(`/api/messages/${messageId}/report`)
        await report.set(world.laowang.headers).send({ reason: '骚扰' }).expect(201)
        return { as: world.laowang, params: { messageId }, body: { reason: '骚扰' } }
      },
    },
  },
  listCases: {
    ok: async (world) => {
      await reported(world)
      return { as: world.moderator, query: { boardId: 3 } }
    },
    errors: { FORBIDDEN: ({ laowang }) => ({ as: laowang }) },
  },
  getCase: {
    ok: async (world) => ({ as: world.moderator, params: { caseId: await reported(world) } }),
    errors: {
      NOT_FOUND: async (world) => ({ as: world.laowang, params: { caseId: await reported(world) } }),
    },
  },
  claimCase: {
    ok: async (world) => ({ as: world.moderator, params: { caseId: await reported(world) } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { caseId: NOBODY } }),
      CONFLICT: async (world) => ({ as: world.moderator, params: { caseId: await claimedByAdmin(world) } }),
    },
  },
  releaseCase: {
    ok: async (world) => ({ as: world.admin, params: { caseId: await claimedByAdmin(world) } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { caseId: NOBODY } }),
      CONFLICT: async (world) => ({ as: world.moderator, params: { caseId: await claimedByAdmin(world) } }),
    },
  },
  noteCase: {
    ok: async (world) => ({
      as: world.moderator,
      params: { caseId: await reported(world) },
      body: { text: '上周也吵过' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { caseId: NOBODY }, body: { text: '？' } }),
    },
  },
  resolveCase: {
    ok: async (world) => ({
      as: world.moderator,
      params: { caseId: await reported(world) },
      body: { action: 'delete_post', reason: '人身攻击', note: '初犯' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({
        as: moderator,
        params: { caseId: NOBODY },
        body: { action: 'dismiss' },
      }),
      CONFLICT: async (world) => ({
        as: world.moderator,
        params: { caseId: await claimedByAdmin(world) },
        body: { action: 'dismiss' },
      }),
      FORBIDDEN: 'A moderator of a single board bans nobody.',
      MUTED: 'A muted moderator deletes no posts.',
    },
  },
  moderateThreads: {
    ok: ({ moderator, threadId }) => ({
      as: moderator,
      body: { ids: [threadId, NOBODY], action: 'unpin', reason: '清理' },
    }),
    errors: {
      FORBIDDEN: ({ laowang, threadId }) => ({ as: laowang, body: { ids: [threadId], action: 'pin' } }),
    },
  },
  askErasure: {
    ok: async ({ admin, reply }) => ({ as: admin, body: { postIds: [await reply()], reason: '泄露隐私' } }),
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, body: { threadId: NOBODY, reason: '泄露隐私' } }),
      FORBIDDEN: ({ moderator, replyId }) => ({
        as: moderator,
        body: { postIds: [replyId], reason: '泄露隐私' },
      }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        body: { postIds: [world.replyId], reason: '泄露隐私' },
      }),
    },
  },
  confirmErasure: {
    ok: async (world) => ({ as: world.admin, params: { erasureId: await erasureAsked(world) } }),
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { erasureId: NOBODY } }),
      FORBIDDEN: async (world) => ({
        as: world.moderator,
        params: { erasureId: await erasureAsked(world) },
      }),
      CONFLICT: async (world) => {
        const erasureId = await erasureAsked(world)
        await world.forum.api.db.erasures.updateOne({ _id: erasureId }, { $set: { status: 'done' } })
        return {
          as: await world.forum.member(`qing${randomUUID().slice(0, 8)}`, 'admin'),
          params: { erasureId },
        }
      },
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        params: { erasureId: await erasureAsked(world) },
      }),
    },
  },
  listErasures: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  moderatePosts: {
    ok: async ({ moderator, reply }) => ({
      as: moderator,
      body: { ids: [await reply(), NOBODY], action: 'delete', reason: '清理' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, body: { ids: [NOBODY], action: 'delete' } }),
      FORBIDDEN: ({ laowang, replyId }) => ({ as: laowang, body: { ids: [replyId], action: 'delete' } }),
    },
  },
  revealAuthor: {
    ok: ({ moderator, replyId }) => ({
      as: moderator,
      params: { postId: replyId },
      body: { reason: '有人举报威胁' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({
        as: moderator,
        params: { postId: NOBODY },
        body: { reason: '有人举报威胁' },
      }),
      FORBIDDEN: ({ laowang, replyId }) => ({
        as: laowang,
        params: { postId: replyId },
        body: { reason: '有人举报威胁' },
      }),
    },
  },
  getDiscipline: {
    ok: ({ moderator, laowang }) => ({ as: moderator, params: { userId: laowang.id } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { userId: NOBODY } }),
      FORBIDDEN: ({ laowang, xiaoli }) => ({ as: laowang, params: { userId: xiaoli.id } }),
    },
  },
  purgeUser: {
    ok: ({ moderator, laowang }) => ({
      as: moderator,
      params: { userId: laowang.id },
      body: { preview: true },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { userId: NOBODY }, body: { preview: true } }),
      FORBIDDEN: ({ moderator, admin }) => ({
        as: moderator,
        params: { userId: admin.id },
        body: { preview: true },
      }),
      MUTED: async (world) => ({
        as: await mutedModerator(world),
        params: { userId: world.laowang.id },
        body: { preview: true },
      }),
      CONFLICT: 'another purge of the member is under way (purges.test.ts)',
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'moderator'),
        params: { userId: world.laowang.id },
        body: { reason: '广告' },
      }),
    },
  },
  getPurge: {
    ok: async (world) => ({ as: world.moderator, params: { purgeId: await purged(world) } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { purgeId: NOBODY } }),
      FORBIDDEN: ({ xiaoli }) => ({ as: xiaoli, params: { purgeId: NOBODY } }),
    },
  },
  stopPurge: {
    ok: async (world) => ({ as: world.moderator, params: { purgeId: await running(world) } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { purgeId: NOBODY } }),
      FORBIDDEN: ({ xiaoli }) => ({ as: xiaoli, params: { purgeId: NOBODY } }),
      MUTED: async (world) => ({
        as: await mutedModerator(world),
        params: { purgeId: await purged(world) },
      }),
      CONFLICT: async (world) => ({ as: world.moderator, params: { purgeId: await purged(world) } }),
    },
  },
  undoPurge: {
    ok: async (world) => ({ as: world.moderator, params: { purgeId: await purged(world) } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { purgeId: NOBODY } }),
      FORBIDDEN: ({ xiaoli }) => ({ as: xiaoli, params: { purgeId: NOBODY } }),
      MUTED: async (world) => ({
        as: await mutedModerator(world),
        params: { purgeId: await purged(world) },
      }),
      CONFLICT: async (world) => {
        const { forum, moderator } = world
        const purgeId = await purged(world)
        const undo = forum.request.post(`/api/moderation/purges/${purgeId}/undo`).set(moderator.headers)
        await undo.expect(200)
        return { as: moderator, params: { purgeId } }
      },
    },
  },
  transferBoard: {
    ok: async (world) => {
      const { boardId, toBoardId } = await twoBoards(world)
      return { as: world.admin, params: { boardId }, body: { toBoardId } }
    },
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { boardId: NOBODY }, body: { toBoardId: 3 } }),
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { boardId: 4 }, body: { toBoardId: 3 } }),
      BOARD_HAS_CHILDREN: ({ admin }) => ({ as: admin, params: { boardId: 4 }, body: { toBoardId: 1 } }),
      CONFLICT: 'another transfer is under way (transfers.test.ts)',
    },
  },
  listTransfers: {
    ok: async (world) => {
      await transferred(world)
      return { as: world.admin }
    },
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  stopTransfer: {
    ok: async (world) => {
      const transferId = await transferred(world)
      await world.forum.api.db.transfers.updateOne({ _id: transferId }, { $set: { status: 'running' } })
      return { as: world.admin, params: { transferId } }
    },
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { transferId: NOBODY } }),
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { transferId: NOBODY } }),
      CONFLICT: async (world) => ({ as: world.admin, params: { transferId: await transferred(world) } }),
    },
  },
  undoTransfer: {
    ok: async (world) => ({ as: world.admin, params: { transferId: await transferred(world) } }),
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { transferId: NOBODY } }),
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { transferId: NOBODY } }),
      CONFLICT: async (world) => {
        const transferId = await transferred(world)
        await world.forum.api.db.transfers.updateOne({ _id: transferId }, { $set: { status: 'undone' } })
        return { as: world.admin, params: { transferId } }
      },
    },
  },
  listMembers: {
    ok: ({ admin }) => ({ as: admin, query: { q: 'xiao' } }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  listMemberSessions: {
    ok: ({ admin, moderator }) => ({ as: admin, params: { userId: moderator.id } }),
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { userId: NOBODY } }),
      FORBIDDEN: ({ moderator, laowang }) => ({ as: moderator, params: { userId: laowang.id } }),
    },
  },
  endMemberSessions: {
    ok: async ({ forum, admin }) => ({
      as: admin,
      params: { userId: (await forum.member('elsewhere1')).id },
    }),
    errors: {
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { userId: NOBODY } }),
      FORBIDDEN: ({ admin }) => ({ as: admin, params: { userId: admin.id } }),
    },
  },
  addStaffNote: {
    ok: ({ moderator, laowang }) => ({
      as: moderator,
      params: { userId: laowang.id },
      body: { text: '上周吵过一次' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { userId: NOBODY }, body: { text: '？' } }),
      FORBIDDEN: ({ moderator, admin }) => ({
        as: moderator,
        params: { userId: admin.id },
        body: { text: '？' },
      }),
    },
  },
  listWords: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  setWords: {
    ok: ({ admin }) => ({ as: admin, body: { words: [BLOCKED_WORD] } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { words: [] } }),
      CONFLICT: ({ admin }) => ({ as: admin, body: { words: [], revision: 999 } }),
    },
  },
  testWords: {
    ok: ({ admin }) => ({
      as: admin,
      body: { text: '別當 傻·逼', words: [{ pattern: '傻逼', action: 'replace', replacement: '**' }] },
    }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { text: '' } }) },
  },
  getSettings: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  setSettings: {
    ok: ({ admin }) => ({ as: admin, body: { settings: { registration: 'open', limits: { post: null } } } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { settings: {} } }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        body: { settings: {} },
      }),
      CONFLICT: ({ admin }) => ({ as: admin, body: { settings: { staffSecondFactor: true } } }),
    },
  },
  getSynonyms: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  setSynonyms: {
    ok: ({ admin }) => ({ as: admin, body: { synonyms: [['没抽中', '落签']] } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { synonyms: null } }),
      CONFLICT: ({ admin }) => ({ as: admin, body: { synonyms: null, revision: 999 } }),
    },
  },
  listWebhooks: {
    ok: ({ admin }) => ({ as: admin }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator }),
      PASSWORD_REQUIRED: async (world) => ({ as: await signedInLongAgo(world, 'admin') }),
    },
  },
  createWebhook: {
    ok: ({ admin }) => ({ as: admin, body: WEBHOOK }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: WEBHOOK }),
      PASSWORD_REQUIRED: async (world) => ({ as: await signedInLongAgo(world, 'admin'), body: WEBHOOK }),
      CONFLICT: 'Only after twenty webhooks.',
    },
  },
  changeWebhook: {
    ok: async (world) => ({
      as: world.admin,
      params: { webhookId: await webhookOf(world) },
      body: { active: false },
    }),
    errors: ofWebhook(),
  },
  removeWebhook: {
    ok: async (world) => ({ as: world.admin, params: { webhookId: await webhookOf(world) } }),
    errors: ofWebhook(),
  },
  listDeliveries: {
    ok: async (world) => ({ as: world.admin, params: { webhookId: await webhookOf(world) } }),
    errors: ofWebhook(),
  },
  deliverAgain: {
    ok: async (world) => ({ as: world.admin, params: await deliveryOf(world) }),
    errors: ofWebhook(),
  },
  listProviders: { ok: () => ({}) },
  startOidc: {
    ok: () => ({ params: { id: 'test' } }),
    errors: { NOT_FOUND: () => ({ params: { id: 'unknown' } }) },
  },
  oidcCallback: {
    ok: () => ({ params: { id: 'test' } }),
    errors: { NOT_FOUND: () => ({ params: { id: 'unknown' } }) },
  },
  finishOidc: {
    ok: async ({ forum }) => ({ body: { code: await oidcCode(forum) } }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'moderator'),
        body: { code: await oidcCode(world.forum) },
      }),
      FORBIDDEN: async ({ forum, admin }) => {
        await forum.as(admin).call('setSettings', { settings: { registration: 'closed' } })
        return { body: { code: await oidcCode(forum), username: 'oidcnew1' } }
      },
      CONFLICT: async ({ forum, laowang, xiaoli }) => {
        const subject = randomUUID()
        await forum.as(laowang).call('finishOidc', { code: await oidcCode(forum, subject) })
        const code = await oidcCode(forum, subject)
        return { as: xiaoli, body: { code } }
      },
      USERNAME_TAKEN: async (world) => ({
        body: { code: await newcomerCode(world), username: 'laowang88' },
      }),
      EMAIL_TAKEN: async (world) => ({
        body: { code: await newcomerCode(world, 'xiaoli@example.com'), username: 'oidcnew2' },
      }),
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { body: { code: await newcomerCode(world), username: 'oidcnew3', displayName: '四级代考' } }
      },
      INVITATION_REQUIRED: async ({ forum, admin }) => {
        await forum.as(admin).call('setSettings', { settings: { registration: 'invited' } })
        return { body: { code: await oidcCode(forum), username: 'oidcnew4' } }
      },
      ACCOUNT_BANNED: async ({ forum }) => ({ body: { code: await closedCode(forum, 'banned') } }),
      ACCOUNT_INACTIVE: async ({ forum }) => ({ body: { code: await closedCode(forum, 'inactive') } }),
      SECOND_FACTOR_REQUIRED: 'As at the sign-in with a password.',
      WRONG_CODE: 'As at the sign-in with a password.',
    },
  },
  unlinkIdentity: {
    ok: async ({ forum }) => {
      const member = await forum.member(`linked${randomUUID().slice(0, 8)}`)
      await forum.as(member).call('finishOidc', { code: await oidcCode(forum) })
      return { as: member, params: { provider: 'test' } }
    },
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { provider: 'unknown' } }),
      CONFLICT: 'Only of a member without a password.',
    },
  },
  listTokens: { ok: ({ laowang }) => ({ as: laowang }) },
  createToken: {
    ok: ({ laowang }) => ({ as: laowang, body: TOKEN }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({ as: await signedInLongAgo(world, 'moderator'), body: TOKEN }),
      CONFLICT: 'Only after twenty tokens.',
    },
  },
  revokeToken: {
    ok: async ({ forum, laowang }) => ({
      as: laowang,
      params: { id: (await forum.as(laowang).call('createToken', TOKEN)).token.id },
    }),
    errors: { NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { id: NOBODY } }) },
  },
  beginPasskey: {
    ok: ({ laowang }) => ({ as: laowang }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({ as: await signedInLongAgo(world, 'moderator') }),
      CONFLICT: 'Only after twenty passkeys.',
    },
  },
  addPasskey: {
    ok: async ({ forum, laowang }) => ({ as: laowang, body: await createdPasskey(forum, laowang) }),
    errors: {
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'moderator'),
        body: await createdPasskey(world.forum, world.laowang),
      }),
      CONFLICT: async ({ forum, laowang }) => {
        const passkey = new SoftPasskey()
        await forum.as(laowang).call('addPasskey', await createdPasskey(forum, laowang, passkey))
        return { as: laowang, body: await createdPasskey(forum, laowang, passkey) }
      },
    },
  },
  renamePasskey: {
    ok: async ({ forum, laowang }) => ({
      as: laowang,
      params: { id: (await addedPasskey(forum, laowang)).id },
      body: { name: '手机' },
    }),
    errors: { NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { id: 'none' }, body: { name: '手机' } }) },
  },
  removePasskey: {
    ok: async ({ forum, laowang }) => ({
      as: laowang,
      params: { id: (await addedPasskey(forum, laowang)).id },
    }),
    errors: {
      NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { id: 'none' } }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'moderator'),
        params: { id: 'none' },
      }),
      CONFLICT: 'Only of a member without a password.',
    },
  },
  beginPasskeySignIn: { ok: () => ({}) },
  signInWithPasskey: {
    ok: async ({ forum, laowang }) => ({ body: await asserted(forum, await addedPasskey(forum, laowang)) }),
    errors: {
      INVALID_CREDENTIALS: async ({ forum }) => ({ body: await asserted(forum, new SoftPasskey()) }),
      ACCOUNT_BANNED: async ({ forum }) => ({ body: await assertedBy(forum, 'yaoshibanned', 'banned') }),
      ACCOUNT_INACTIVE: async ({ forum }) => ({ body: await assertedBy(forum, 'yaoshigone', 'inactive') }),
    },
  },
  getRegistration: { ok: () => ({}) },
  getShieldRefusals: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  getSiteHealth: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  listInvitations: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  createInvitation: {
    ok: ({ admin }) => ({ as: admin, body: { uses: 1, days: 30 } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { uses: 1, days: 30 } }),
      CONFLICT: async ({ forum, admin }) => {
        const [createdAt, expiresAt] = [new Date(), new Date('2100-01-01')]
        const made = { uses: 1, used: 0, createdBy: admin.id, createdAt, expiresAt }
        await forum.api.db.invitations.insertMany(
          Array.from({ length: INVITATIONS_MAX }, (_, i) => ({ _id: `FULL${i}`, ...made })),
        )
        return { as: admin, body: { uses: 1, days: 30 } }
      },
    },
  },
  withdrawInvitation: {
    ok: async ({ forum, admin }) => ({ as: admin, params: { code: await invitationOf(forum, admin) } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { code: 'AAAAAAAAAA' } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { code: 'AAAAAAAAAA' } }),
    },
  },
  listActivity: {
    ok: ({ moderator }) => ({ as: moderator, query: { kind: 'post', since: 0 } }),
    errors: { FORBIDDEN: ({ laowang }) => ({ as: laowang }) },
  },
  moderationStats: {
    ok: ({ moderator }) => ({ as: moderator }),
    errors: { FORBIDDEN: ({ laowang }) => ({ as: laowang }) },
  },
  listModerationLog: {
    ok: async (world) => {
      await pinned(world)
      return { as: world.moderator, query: { action: 'pin_thread', q: encodeURIComponent('主题') } }
    },
    errors: { FORBIDDEN: ({ laowang }) => ({ as: laowang }) },
  },
  undoAct: {
    ok: async (world) => ({ as: world.moderator, params: { actId: await pinned(world) } }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { actId: NOBODY } }),
      FORBIDDEN: async (world) => ({
        as: world.moderator,
        params: { actId: await roleChanged(world) },
      }),
      PASSWORD_REQUIRED: async (world) => ({
        as: await signedInLongAgo(world, 'admin'),
        params: { actId: await roleChanged(world) },
      }),
      CONFLICT: async (world) => {
        const actId = await pinned(world)
        const undo = world.forum.request.post(`/api/moderation/acts/${actId}/undo`)
        await undo.set(world.moderator.headers).expect(200)
        return { as: world.moderator, params: { actId } }
      },
      BOARD_HAS_CHILDREN: 'The board from which the thread was moved has sub-boards by now.',

      MUTED: 'A muted moderator edits nothing.',
    },
  },
  search: { ok: () => ({ query: { q: encodeURIComponent('关于首页'), boardId: 3, from: '2026-01-01' } }) },
  searchThreads: { ok: ({ xiaoli }) => ({ as: xiaoli, query: { q: encodeURIComponent('第一帖') } }) },
  searchPosts: {
    ok: ({ xiaoli }) => ({ as: xiaoli, query: { q: encodeURIComponent('二楼'), sortBy: 'newest' } }),
  },
  searchMembers: { ok: () => ({ query: { q: 'laowang' } }) },
  listMessages: { ok: ({ xiaoli }) => ({ as: xiaoli, query: { type: 'sent', q: '你好' } }) },
  startConversation: {
    ok: ({ xiaoli, laowang, moderator }) => ({
      as: xiaoli,
      body: { ...LETTER, userIds: [laowang.id, moderator.id] },
    }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        const userIds = [world.laowang.id, world.moderator.id]
        return { as: world.xiaoli, body: { ...LETTER, subject: '四级代考', userIds } }
      },
      NOT_FOUND: ({ xiaoli, laowang, moderator }) => ({
        as: xiaoli,
        body: { ...LETTER, userIds: [laowang.id, moderator.id], attachmentIds: [NOBODY] },
      }),
      RECIPIENT_NOT_FOUND: ({ xiaoli, laowang }) => ({
        as: xiaoli,
        body: { ...LETTER, userIds: [laowang.id, NOBODY] },
      }),
      MUTED: ({ muted, laowang, xiaoli }) => ({
        as: muted,
        body: { ...LETTER, userIds: [laowang.id, xiaoli.id] },
      }),
      BLOCKED_BY_RECIPIENT: 'tests/src/api/messages.test.ts',
      FORBIDDEN: 'tests/src/api/messages.test.ts',
      CONFLICT: 'The same key with another body, as for sendMessage.',
    },
  },
  getGroupConversation: {
    ok: async (world) => ({ as: world.laowang, params: { conversationId: await group(world) } }),
    errors: {
      NOT_FOUND: async (world) => ({ as: world.admin, params: { conversationId: await group(world) } }),
    },
  },
  addToConversation: {
    ok: async (world) => ({
      as: world.laowang,
      params: { conversationId: await group(world) },
      body: { userId: world.admin.id },
    }),
    errors: {
      NOT_FOUND: async (world) => ({
        as: world.admin,
        params: { conversationId: await group(world) },
        body: { userId: world.admin.id },
      }),
      RECIPIENT_NOT_FOUND: async (world) => ({
        as: world.xiaoli,
        params: { conversationId: await group(world) },
        body: { userId: NOBODY },
      }),
      CONFLICT: async (world) => ({
        as: world.xiaoli,
        params: { conversationId: await group(world) },
        body: { userId: world.laowang.id },
      }),
      MUTED: 'A muted member adds nobody.',
      BLOCKED_BY_RECIPIENT: 'tests/src/api/messages.test.ts',
      FORBIDDEN: 'tests/src/api/messages.test.ts',
    },
  },
  leaveConversation: {
    ok: async (world) => ({ as: world.laowang, params: { conversationId: await group(world) } }),
    errors: {
      NOT_FOUND: async (world) => ({ as: world.admin, params: { conversationId: await group(world) } }),
    },
  },
  muteConversation: {
    ok: async (world) => ({
      as: world.laowang,
      params: { conversationId: await group(world) },
      body: { muted: true },
    }),
    errors: {
      NOT_FOUND: async (world) => ({
        as: world.admin,
        params: { conversationId: await group(world) },
        body: { muted: true },
      }),
    },
  },
  likeMessage: {
    ok: async (world) => ({
      as: world.laowang,
      params: { messageId: await message(world) },
      body: { liked: true },
    }),
    errors: {
      NOT_FOUND: async (world) => ({
        as: world.admin,
        params: { messageId: await message(world) },
        body: { liked: true },
      }),
      FORBIDDEN: async (world) => ({
        as: world.xiaoli,
        params: { messageId: await message(world) },
        body: { liked: true },
      }),
      BLOCKED_BY_RECIPIENT: 'Nor does one whom the sender has blocked.',
    },
  },
  getMessage: {
    ok: async (world) => ({ as: world.laowang, params: { messageId: await message(world) } }),
    errors: {
      NOT_FOUND: async (world) => ({ as: world.admin, params: { messageId: await message(world) } }),
    },
  },
  sendMessage: {
    ok: ({ xiaoli, laowang }) => ({ as: xiaoli, body: { ...LETTER, recipientUsername: laowang.username } }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { as: world.xiaoli, body: { ...LETTER, subject: '四级代考', recipientId: world.laowang.id } }
      },
      NOT_FOUND: ({ xiaoli, laowang }) => ({
        as: xiaoli,
        body: { ...LETTER, recipientId: laowang.id, parentId: NOBODY },
      }),
      RECIPIENT_NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, body: { ...LETTER, recipientId: NOBODY } }),
      MUTED: ({ muted, laowang }) => ({ as: muted, body: { ...LETTER, recipientId: laowang.id } }),
      BLOCKED_BY_RECIPIENT: async (world) => ({
        as: await blockedBy(world, world.laowang),
        body: { ...LETTER, recipientId: world.laowang.id },
      }),
      CONFLICT: async ({ forum, xiaoli, laowang }) => {
        const key = { 'Idempotency-Key': randomUUID() }
        const body = { ...LETTER, recipientId: laowang.id }
        await forum.request.post('/api/messages').set(xiaoli.headers).set(key).send(body).expect(201)
        return { as: xiaoli, headers: key, body: { ...body, content: '另一封' } }
      },
    },
  },
  updateMessage: {
    ok: async (world) => ({
      as: world.xiaoli,
      params: { messageId: await message(world) },
      body: { content: '改过的信' },
    }),
    errors: {
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return {
          as: world.xiaoli,
          params: { messageId: await message(world) },
          body: { content: '四级代考' },
        }
      },
      NOT_FOUND: async (world) => ({
        as: world.admin,
        params: { messageId: await message(world) },
        body: {},
      }),
      FORBIDDEN: async (world) => ({
        as: world.laowang,
        params: { messageId: await message(world) },
        body: {},
      }),
      MUTED: 'A muted member edits nothing.',
      BLOCKED_BY_RECIPIENT: 'Nor does one whom the recipient has blocked.',
    },
  },
  deleteMessage: {
    ok: async (world) => ({ as: world.laowang, params: { messageId: await message(world) } }),
    errors: { NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, params: { messageId: NOBODY } }) },
  },
  markMessageRead: {
    ok: async (world) => ({ as: world.laowang, params: { messageId: await message(world) } }),
    errors: {
      NOT_FOUND: async (world) => ({ as: world.admin, params: { messageId: await message(world) } }),
      FORBIDDEN: async (world) => ({ as: world.xiaoli, params: { messageId: await message(world) } }),
    },
  },
  showTyping: {
    ok: async (world) => {
      await message(world)
      return { as: world.xiaoli, body: { userId: world.laowang.id } }
    },
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, body: { userId: NOBODY } }),
      MUTED: 'A muted member has nobody to write to, or is refused like one who sends.',
      BLOCKED_BY_RECIPIENT: 'tests/src/api/messages.test.ts',
    },
  },
  countUnreadMessages: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  listConversations: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  getConversation: {
    ok: ({ xiaoli, laowang }) => ({ as: xiaoli, query: { otherUserId: laowang.id } }),
    errors: { NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, query: { otherUserId: NOBODY } }) },
  },
  listNotifications: { ok: ({ xiaoli }) => ({ as: xiaoli, query: { limit: 5 } }) },
  countUnreadNotifications: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  readNotifications: {
    ok: ({ xiaoli }) => ({ as: xiaoli, body: { all: true } }),
    errors: { NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, body: { ids: [NOBODY] } }) },
  },
  getNotificationSettings: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  updateNotificationSettings: { ok: ({ xiaoli }) => ({ as: xiaoli, body: { like: 'push' } }) },
  muteThread: {
    ok: ({ laowang, lockedThreadId }) => ({
      as: laowang,
      params: { threadId: lockedThreadId },
      body: { muted: true },
    }),
    errors: {
      NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { threadId: NOBODY }, body: { muted: true } }),
    },
  },
  getPushKey: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  subscribeToPush: {
    ok: ({ xiaoli }) => ({
      as: xiaoli,
      body: {
        endpoint: 'https://8.8.8.8/push/1',
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      },
    }),
  },
  unsubscribeFromPush: {
    ok: ({ xiaoli }) => ({ as: xiaoli, body: { endpoint: 'https://8.8.8.8/push/2' } }),
  },
  stats: { ok: () => ({}) },
  getSite: { ok: () => ({}) },
  setSite: {
    ok: ({ admin }) => ({
      as: admin,
      body: { welcome: '欢迎来爬墙', accent: '#1f6f43', feedbackBoardId: 3 },
    }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { seal: '岩' } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, body: { feedbackBoardId: NOBODY } }),
    },
  },
  setLogo: {
    ok: ({ admin }) => ({ as: admin, file: { name: 'logo.png', type: 'image/png', bytes: LOGO } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({
        as: moderator,
        file: { name: 'logo.png', type: 'image/png', bytes: LOGO },
      }),
      UNSUPPORTED_MEDIA_TYPE: ({ admin }) => ({
        as: admin,
        file: { name: 'logo.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg onload="alert(1)"/>') },
      }),
      PAYLOAD_TOO_LARGE: ({ admin }) => ({
        as: admin,
        file: { name: 'logo.png', type: 'image/png', bytes: Buffer.alloc(LOGO_MAX_BYTES + 1) },
      }),
    },
  },
  removeLogo: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  getPage: {
    ok: () => ({ params: { slug: 'terms' } }),
    errors: { NOT_FOUND: () => ({ params: { slug: 'none' } }) },
  },
  setPage: {
    ok: ({ admin }) => ({ as: admin, params: { slug: 'rules' }, body: PAGE }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { slug: 'rules' }, body: PAGE }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { slug: 'No%20slug' }, body: PAGE }),
      CONFLICT: 'The site has as many pages as it may have (SITE_PAGES_MAX).',
    },
  },
  deletePage: {
    ok: async ({ forum, admin }) => {
      await forum.request.put('/api/admin/pages/spare').set(admin.headers).send(PAGE).expect(200)
      return { as: admin, params: { slug: 'spare' } }
    },
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { slug: 'rules' } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { slug: 'none' } }),
      CONFLICT: ({ admin }) => ({ as: admin, params: { slug: 'terms' } }),
    },
  },
  listPageVersions: {
    ok: ({ admin }) => ({ as: admin, params: { slug: 'terms' } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { slug: 'terms' } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { slug: 'none' } }),
    },
  },
  agree: {
    ok: ({ xiaoli }) => ({ as: xiaoli, body: { slug: 'terms', version: 1 } }),
    errors: {
      NOT_FOUND: ({ xiaoli }) => ({ as: xiaoli, body: { slug: 'none', version: 1 } }),
      CONFLICT: ({ xiaoli }) => ({ as: xiaoli, body: { slug: 'terms', version: 7 } }),
    },
  },
  listAgreements: { ok: ({ xiaoli }) => ({ as: xiaoli }) },
  getAnnouncement: { ok: () => ({}) },
  setAnnouncement: {
    ok: ({ admin }) => ({ as: admin, body: { text: '今晚维护', until: '2100-01-01T00:00:00+08:00' } }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { text: '今晚维护' } }) },
  },
  listAnnouncements: { ok: () => ({ query: { boardId: 3 } }) },
  listAllAnnouncements: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  createAnnouncement: {
    ok: ({ admin }) => ({ as: admin, body: { text: '周二休馆', audience: 'members', boardId: 3 } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, body: { text: '周二休馆' } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, body: { text: '周二休馆', boardId: NOBODY } }),
      CONFLICT: 'There are as many announcements as there may be (ANNOUNCEMENTS_MAX).',
    },
  },
  updateAnnouncement: {
    ok: async (world) => ({
      as: world.admin,
      params: { announcementId: await announced(world) },
      body: { text: '周三休馆' },
    }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({
        as: moderator,
        params: { announcementId: 2 },
        body: { text: '周三休馆' },
      }),
      NOT_FOUND: ({ admin }) => ({
        as: admin,
        params: { announcementId: NOBODY },
        body: { text: '周三休馆' },
      }),
    },
  },
  deleteAnnouncement: {
    ok: async (world) => ({ as: world.admin, params: { announcementId: await announced(world) } }),
    errors: {
      FORBIDDEN: ({ moderator }) => ({ as: moderator, params: { announcementId: 2 } }),
      NOT_FOUND: ({ admin }) => ({ as: admin, params: { announcementId: NOBODY } }),
    },
  },
  firstHour: {
    ok: ({ admin }) => ({ as: admin }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  siteStats: {
    ok: ({ admin }) => ({ as: admin, query: { by: 'week' } }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  siteStatsCsv: {
    ok: ({ admin }) => ({ as: admin, query: { from: '2026-11-01', to: '2026-11-20' } }),
    errors: { FORBIDDEN: ({ moderator }) => ({ as: moderator }) },
  },
  feed: { ok: () => ({}) },
  boardFeed: {
    ok: () => ({ params: { boardId: 3 } }),
    errors: { NOT_FOUND: () => ({ params: { boardId: NOBODY } }) },
  },
  showUnsubscribe: { ok: ({ xiaoli }) => ({ query: { token: unsubscribeTokenOf(xiaoli) } }) },
  unsubscribe: {
    ok: ({ xiaoli }) => ({ query: { token: unsubscribeTokenOf(xiaoli) } }),
    errors: { NOT_FOUND: () => ({ query: { token: '1.all.guessed' } }) },
  },
  reportBounce: {
    ok: () => ({
      headers: { 'X-Signature': createHmac('sha256', BOUNCES_SECRET).update(BOUNCE).digest('hex') },
      body: JSON.parse(BOUNCE) as object,
    }),
    errors: {
      FORBIDDEN: () => ({ headers: { 'X-Signature': 'guessed' }, body: JSON.parse(BOUNCE) as object }),
    },
  },
  live: { ok: () => ({}) },
  ready: { ok: () => ({}) },
  identifyTokens: {
    ok: ({ xiaoli }) => ({
      headers: { 'X-Gateway-Secret': GATEWAY_SECRET },
      body: { tokens: [xiaoli.token, 'nonsense'] },
    }),
    errors: { FORBIDDEN: () => ({ headers: { 'X-Gateway-Secret': 'guessed' }, body: { tokens: [] } }) },
  },
  findGates: {
    ok: ({ threadId }) => ({
      headers: { 'X-Gateway-Secret': GATEWAY_SECRET },
      body: { threadIds: [threadId, NOBODY] },
    }),
    errors: { FORBIDDEN: () => ({ headers: { 'X-Gateway-Secret': 'guessed' }, body: { threadIds: [] } }) },
  },
  checkTyping: {
    ok: ({ xiaoli, threadId }) => ({
      headers: { 'X-Gateway-Secret': GATEWAY_SECRET },
      body: { token: xiaoli.token, threadId },
    }),
    errors: {
      FORBIDDEN: () => ({ headers: { 'X-Gateway-Secret': 'guessed' }, body: { token: '', threadId: 1 } }),
    },
  },
  listOwnHeld: { ok: ({ laowang }) => ({ as: laowang }) },
  updateHeld: {
    ok: async (world) => ({
      as: world.laowang,
      params: { heldId: await held(world) },
      body: { content: '换一种说法' },
    }),
    errors: {
      NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { heldId: NOBODY }, body: { content: '好' } }),
      CONFLICT: async (world) => ({
        as: world.laowang,
        params: { heldId: await rejected(world) },
        body: { content: '好' },
      }),
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return { as: world.laowang, params: { heldId: await held(world) }, body: { content: '四级代考' } }
      },
      MUTED: 'An author who is muted while a text waits.',
    },
  },
  withdrawHeld: {
    ok: async (world) => ({ as: world.laowang, params: { heldId: await held(world) } }),
    errors: {
      NOT_FOUND: ({ laowang }) => ({ as: laowang, params: { heldId: NOBODY } }),
      CONFLICT: 'A text that was approved.',
    },
  },
  listHeld: {
    ok: async (world) => {
      await held(world)
      return { as: world.moderator, query: { boardId: 3 } }
    },
    errors: { FORBIDDEN: ({ laowang }) => ({ as: laowang }) },
  },
  approveHeld: {
    ok: async (world) => ({ as: world.moderator, params: { heldId: await held(world) }, body: {} }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { heldId: NOBODY }, body: {} }),
      FORBIDDEN: async (world) => ({ as: world.muted, params: { heldId: await held(world) }, body: {} }),
      CONFLICT: async (world) => ({
        as: world.moderator,
        params: { heldId: await rejected(world) },
        body: {},
      }),
      CONTENT_BLOCKED: async (world) => {
        await blockWord(world)
        return {
          as: world.moderator,
          params: { heldId: await held(world) },
          body: { content: '四级代考' },
        }
      },
    },
  },
  rejectHeld: {
    ok: async (world) => ({
      as: world.moderator,
      params: { heldId: await held(world) },
      body: { reason: '广告' },
    }),
    errors: {
      NOT_FOUND: ({ moderator }) => ({ as: moderator, params: { heldId: NOBODY }, body: { reason: '广告' } }),
      FORBIDDEN: async (world) => ({
        as: world.muted,
        params: { heldId: await held(world) },
        body: { reason: '广告' },
      }),
      CONFLICT: async (world) => ({
        as: world.moderator,
        params: { heldId: await rejected(world) },
        body: { reason: '广告' },
      }),
    },
  },
  decideHeld: {
    ok: async (world) => ({
      as: world.moderator,
      body: { ids: [await held(world)], action: 'reject', reason: '广告' },
    }),
    errors: { FORBIDDEN: ({ laowang }) => ({ as: laowang, body: { ids: [1], action: 'approve' } }) },
  },
} satisfies Partial<Record<EndpointName, Row>>

type Missing = Exclude<EndpointName, keyof typeof rows>
/** Does not compile while an endpoint has no row; the error names the endpoint. */
const _isComplete: [Missing] extends [never] ? true : `add a row for ${Missing} to endpoint-rows.ts` = true

export const ENDPOINT_ROWS: Readonly<Record<EndpointName, Row>> = rows
