import { api, scopeOf, type Endpoint, type TokenScope } from '@forum/shared/contract'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { startTimedForum } from '../fixtures/timed-forum'

const DAY = 24 * 60 * 60_000

const heard = (socket: Socket, name: string) =>
  new Promise<unknown[]>((resolve) => socket.once(name, (...args: unknown[]) => resolve(args)))

describe('personal tokens', () => {
  let forum: TestForum
  let admin: TestMember
  let xiaoli: TestMember

  beforeAll(async () => {
    forum = await startTestForum()
    admin = await forum.member('zongguan', 'admin')
    xiaoli = await forum.member('xiaoli')
  })
  afterAll(() => forum.stop())

  const bearer = (secret: string) => ({ headers: { Authorization: `Bearer ${secret}` } })
  const make = (of: TestMember, scopes: TokenScope[], expiresAt?: string) =>
    forum.as(of).call('createToken', { name: '周报机器人', scopes, ...(expiresAt ? { expiresAt } : {}) })
  const programOf = async (of: TestMember, ...scopes: TokenScope[]) =>
    forum.as(bearer((await make(of, scopes)).secret))

  it('are shown once, kept as a hash, listed without their secret, and say when they were used', async () => {
    const { token, secret } = await make(xiaoli, ['read'])
    expect(secret).toMatch(/^forum_pat_[\w-]{43}$/)
    expect(token).toMatchObject({ name: '周报机器人', scopes: ['read'], lastUsedAt: null })
    expect(Date.parse(token.expiresAt)).toBeGreaterThan(forum.clock.now().getTime() + 364 * DAY)
    const stored = await forum.api.db.personalTokens.find({}).toArray()
    expect(JSON.stringify(stored)).not.toContain(secret.slice(-43))
    const { user } = await forum.as(bearer(secret)).call('me')
    expect(user.id).toBe(xiaoli.id)
    await forum.settle()
    const { tokens } = await forum.as(xiaoli).call('listTokens')
    expect(tokens.find(({ id }) => id === token.id)?.lastUsedAt).not.toBeNull()
    expect(JSON.stringify(tokens)).not.toContain(secret)
  })

  it('read, write and moderate only within their scopes', async () => {
    const moderator = await forum.member('banzhu1', 'moderator')
    const [reads, writes, moderates, all] = [
      await programOf(moderator, 'read'),
      await programOf(moderator, 'write'),
      await programOf(moderator, 'moderate'),
      await programOf(moderator, 'read', 'write', 'moderate'),
    ]
    const thread = await forum.thread(xiaoli)
    await reads.call('getThread', { threadId: thread.id })
    const refused = await reads.refused('FORBIDDEN', 'createPost', { threadId: thread.id, content: '顶' })
    expect(refused.message).toBe('这个令牌不能做这件事')
    await writes.call('createPost', { threadId: thread.id, content: '机器人说' })
    await writes.refused('FORBIDDEN', 'getThread', { threadId: thread.id })
    await writes.refused('FORBIDDEN', 'lockThread', { threadId: thread.id, locked: true })
    await moderates.call('listModerationLog')
    await reads.refused('FORBIDDEN', 'listModerationLog')
    await all.call('lockThread', { threadId: thread.id, locked: true })
  })

  it('give an admin’s programs the rights of a moderator, and no affairs of the account or the site', async () => {
    const program = await programOf(admin, 'read', 'write', 'moderate')
    await program.call('listModerationLog')
    await program.refused('FORBIDDEN', 'listTokens')
    await program.refused('FORBIDDEN', 'listSessions')
    await program.refused('FORBIDDEN', 'getSettings')
    await program.refused('FORBIDDEN', 'createToken', { name: '又一个', scopes: ['read'] })
    await program.refused('FORBIDDEN', 'confirmPassword', { password: PASSWORD })
    await program.refused('FORBIDDEN', 'exportAccount')
    await program.refused('FORBIDDEN', 'setUserRole', { userId: xiaoli.id, role: 'moderator' })
  })

  it('end at their time, when they are revoked, and while the account is closed', async () => {
    const soon = new Date(forum.clock.now().getTime() + DAY).toISOString()
    const { secret } = await make(xiaoli, ['read'], soon)
    const other = await make(xiaoli, ['read'])
    await forum.as(bearer(secret)).call('me')
    forum.clock.advance(2 * DAY)
    await forum.as(bearer(secret)).refused('UNAUTHENTICATED', 'me')
    forum.clock.advance(-2 * DAY)
    await forum.as(admin).refused('NOT_FOUND', 'revokeToken', { id: other.token.id })
    await forum.as(xiaoli).call('revokeToken', { id: other.token.id })
    await forum.as(bearer(other.secret)).refused('UNAUTHENTICATED', 'me')
    const member = await forum.member('laowang88')
    const program = await programOf(member, 'read')
    await forum.api.db.members.updateOne({ _id: member.id }, { $set: { status: 'banned' } })
    await program.refused('UNAUTHENTICATED', 'me')
    await forum.as(bearer('forum_pat_nonsense')).refused('UNAUTHENTICATED', 'me')
  })

  it('open a socket as their owner with the scope to read, which their revocation closes', async () => {
    const whole = await startTimedForum(() => Promise.resolve({}))
    const owner = await whole.community.register('jiqirenzhuren')
    const createToken = (scope: TokenScope) =>
      whole.community.as(owner).call('createToken', { name: '听众', scopes: [scope] })
    const listen = (token: string) =>
      io(whole.url, { auth: { token }, transports: ['websocket'], reconnection: false })
    const [reads, writes] = [await createToken('read'), await createToken('write')]
    const refused = listen(writes.secret)
    const [refusal] = (await heard(refused, 'connect_error')) as [Error & { data?: object }]
    expect(refusal.data).toEqual({ code: 'UNAUTHENTICATED' })

    const socket = listen(reads.secret)
    await heard(socket, 'connect')
    const threadId = await whole.community.startThread(owner, '机器人在听')
    expect(await socket.emitWithAck('thread:join', { threadId })).toMatchObject({ ok: true })
    const created = heard(socket, 'post:created')
    const post = await whole.community.reply(owner, threadId, '有人吗')
    expect(await created).toMatchObject([{ post: { id: post.id } }])

    const revoked = heard(socket, 'session:revoked')
    const closed = heard(socket, 'disconnect')
    await whole.community.as(owner).call('revokeToken', { id: reads.token.id })
    expect(await revoked).toMatchObject([{ reason: 'logout' }])
    await closed
    const again = listen(reads.secret)
    await heard(again, 'connect_error')
    for (const one of [refused, socket, again]) one.close()
    await whole.stop()
  })

  it('are made with a fresh password, an end in the future and at least one scope', async () => {
    const yesterday = new Date(forum.clock.now().getTime() - DAY).toISOString()
    const token = { name: '机器人', scopes: ['read' as const] }
    await forum.as(xiaoli).refused('VALIDATION_FAILED', 'createToken', { ...token, expiresAt: yesterday })
    await forum.as(xiaoli).refused('VALIDATION_FAILED', 'createToken', { ...token, scopes: [] })
    forum.clock.advance(16 * 60_000)
    await forum.as(xiaoli).refused('PASSWORD_REQUIRED', 'createToken', token)
    await forum.as(xiaoli).call('confirmPassword', { password: PASSWORD })
    await forum.as(xiaoli).call('createToken', token)
  })

  it('run the bot of docs/bots.md, which answers each thread once', async () => {
    const page = readFileSync(new URL('../../../docs/bots.md', import.meta.url), 'utf8')
    const [, bot = ''] = /```js\n([^]*?)```/.exec(page) ?? []
    const thread = await forum.thread(xiaoli, 42, '求推荐律师')
    await forum.settle()
    const server = createServer(forum.api.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { secret } = await make(xiaoli, ['read', 'write'])
    const run = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', bot], {
        env: { FORUM_URL: `http://127.0.0.1:${port}`, FORUM_TOKEN: secret, BOARD_ID: '42' },
      })
    expect((await run()).stdout).toBe(`answered ${thread.id}\n`)
    await forum.settle()
    expect((await run()).stdout).toBe('')
    server.close()
    const { posts } = await forum.as().call('listPosts', { threadId: thread.id })
    expect(posts.at(-1)?.content).toContain('求推荐律师')
  })

  it('reach no call of an account or an admin, whatever is added', () => {
    const reached = Object.values<Endpoint>(api).filter((endpoint) => scopeOf(endpoint) !== null)
    expect(reached.filter(({ path }) => /^\/(auth|admin|push)\//.test(path)).map(({ path }) => path)).toEqual(
      ['/auth/me'],
    )
  })
})
