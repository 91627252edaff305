import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

/** Ways for a member to lose a right, with the code that refuses the member from then on. */
const LOSSES: readonly {
  what: string
  code: string
  happens: (by: { forum: TestForum; admin: TestMember }, to: TestMember) => PromiseLike<unknown>
}[] = [
  {
    what: 'a sign-out',
    code: 'UNAUTHENTICATED',
    happens: ({ forum }, { headers }) => forum.request.post('/api/auth/logout').set(headers).expect(204),
  },
  {
    what: 'a new password',
    code: 'UNAUTHENTICATED',
    happens: ({ forum }, { headers }) =>
      forum.request
        .put('/api/auth/password')
        .set(headers)
        .send({ currentPassword: PASSWORD, newPassword: 'Other#Horse10' })
        .expect(200),
  },
  {
    what: 'a ban',
    code: 'UNAUTHENTICATED',
    happens: ({ forum, admin }, { id }) => forum.as(admin).call('banUser', { userId: id, banned: true }),
  },
  {
    what: 'a mute',
    code: 'MUTED',
    happens: ({ forum, admin }, { id }) =>
      forum.as(admin).call('muteUser', {
        userId: id,
        until: new Date(forum.clock.now().getTime() + 86_400_000).toISOString(),
      }),
  },
  {
    what: 'the start of read-only mode',
    code: 'UNAVAILABLE',
    happens: ({ forum, admin }) => forum.as(admin).call('setSettings', { settings: { readOnly: true } }),
  },
]

const JSON_TYPE = 'application/json'
const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n你好\r\n--x--\r\n'

describe('an act whose body arrives late', () => {
  let forum: TestForum
  let admin: TestMember
  let server: http.Server
  let threadId: number

  beforeAll(async () => {
    ;({ forum, admin } = await startStaffedForum())
    threadId = (await forum.thread(admin)).id
    server = http.createServer(forum.api.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(async () => {
    server.close()
    await forum.stop()
  })

  /** Sends all but the last byte, waits until the caller has been identified, and returns what sends the last byte. */
  async function begin(
    by: TestMember,
    method: string,
    path: string,
    [type, body]: readonly [string, string],
  ) {
    const identify = vi.spyOn(forum.api.services.sessions, 'identify')
    const bytes = Buffer.from(body)
    const { port } = server.address() as AddressInfo
    const headers = { ...by.headers, 'Content-Type': type, 'Content-Length': bytes.length }
    const request = http.request({ port, host: '127.0.0.1', method, path, headers })
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
    request.write(bytes.subarray(0, -1))
    await expect
      .poll(() => identify.mock.settledResults.filter(({ type: how }) => how === 'fulfilled').length)
      .toBe(1)
    identify.mockRestore()
    return async () => {
      request.end(bytes.subarray(-1))
      const [response] = await answered
      const text = Buffer.concat(await response.toArray()).toString()
      return (JSON.parse(text) as { code?: string }).code ?? 'allowed'
    }
  }

  const reply = () => [JSON_TYPE, JSON.stringify({ threadId, content: '我来晚了' })] as const
  const upload = ['multipart/form-data; boundary=x', FILE] as const
  const counts = () =>
    Promise.all([forum.api.db.posts.countDocuments({}), forum.api.db.attachments.countDocuments({})])

  it.each(LOSSES)('does not happen after $what', async ({ what, code, happens }) => {
    const name = `wan${LOSSES.findIndex((one) => one.what === what)}`
    const writer = await forum.member(name)
    const finishReply = await begin(writer, 'POST', '/api/posts', reply())
    forum.clock.advance(2_000)
    const finishUpload = await begin(writer, 'POST', '/api/attachments', upload)
    await happens({ forum, admin }, writer)
    const before = await counts()
    expect([await finishReply(), await finishUpload()]).toEqual([code, code])
    expect(await counts()).toEqual(before)
    await forum.as(admin).call('setSettings', { settings: { readOnly: false } })
  })

  it('does not happen after a demotion', async () => {
    const banzhu = await forum.member('wanbanzhu', 'moderator')
    const luren = await forum.member('wanluren')
    const mute = JSON.stringify({ until: new Date(forum.clock.now().getTime() + 86_400_000) })
    const finish = await begin(banzhu, 'PUT', `/api/users/${luren.id}/mute`, [JSON_TYPE, mute])
    await forum.as(admin).call('setUserRole', { userId: banzhu.id, role: 'user' })
    expect(await finish()).toBe('FORBIDDEN')
  })

  it('happens with the session that it began with', async () => {
    const writer = await forum.member('wanle')
    const finish = await begin(writer, 'POST', '/api/posts', reply())
    forum.clock.advance(2_000)
    expect(await finish()).toBe('allowed')
  })
})
