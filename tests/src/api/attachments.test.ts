import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { prepareDatabase } from '@forum/http-api'
import { HOUR_MS } from '@forum/shared/clock'
import type { Attachment, Message, Post, Thread } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { ATTACHMENT_MAX_BYTES, ORPHAN_HOURS, THUMBNAIL_WIDTHS } from '@forum/shared/limits'
import { DAILY_UPLOADS_MAX_BYTES } from '@forum/http-api/limits'
import { ALL_RIGHTS } from '@forum/shared/policies'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'
import { hostileFiles } from '../fixtures/hostile-files'

describe('attachments', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember
  let thread: Thread

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
    thread = await forum.thread(xiaoli)
  })
  afterAll(() => forum.stop())

  const upload = (by: TestMember, bytes: Buffer, name = '照片.png') =>
    forum.request.post('/api/attachments').set(by.headers).attach('file', bytes, name)
  const uploaded = async (by: TestMember, bytes: Buffer, name?: string) =>
    (await upload(by, bytes, name).expect(201)).body.attachment as Attachment
  const picture = (width = 12, height = 8) =>
    sharp({ create: { width, height, channels: 3, background: '#2b6cb5' } })
      .png()
      .toBuffer()
  const reply = (by: TestMember, attachmentIds: unknown, threadId = thread.id, key = randomUUID()) =>
    forum.request
      .post('/api/posts')
      .set({ ...by.headers, 'Idempotency-Key': key })
      .send({ threadId, content: '看附件', attachmentIds })
  const replied = async (by: TestMember, attachmentIds: number[], threadId = thread.id) =>
    (await reply(by, attachmentIds, threadId).expect(201)).body.post as Post
  const get = (url: string, by?: TestMember) => forum.request.get(url).set(by?.headers ?? {})

  it('replaces the files of a post in an edit, and deletes those that were removed', async () => {
    const [first, second, third] = [
      await uploaded(xiaoli, await picture()),
      await uploaded(xiaoli, await picture()),
      await uploaded(xiaoli, await picture()),
    ]
    const post = await replied(xiaoli, [first.id, second.id])
    const edit = (by: TestMember, body: object) =>
      forum.request.put(`/api/posts/${post.id}`).set(by.headers).send(body)
    const idsOf = ({ body }: { body: { post: Post } }) => body.post.attachments.map(({ id }) => id)

    const edited = await edit(xiaoli, {
      content: '换了一张',
      version: 1,
      attachmentIds: [third.id, first.id],
    }).expect(200)
    expect(idsOf(edited)).toEqual([third.id, first.id])
    expect(edited.body.post.version).toBe(2)
    // The files alone are a change, and without them nothing changes.
    const fewer = await edit(xiaoli, { content: '换了一张', attachmentIds: [first.id] }).expect(200)
    expect(idsOf(fewer)).toEqual([first.id])
    expect(fewer.body.post.version).toBe(3)
    expect(idsOf(await edit(xiaoli, { content: '只改字' }).expect(200))).toEqual([first.id])
    const same = await edit(xiaoli, { content: '只改字', attachmentIds: [first.id] }).expect(200)
    expect(same.body.post.version).toBe(4)

    // A refused edit leaves its files free for another post, and those of the post where they are.
    const fourth = await uploaded(xiaoli, await picture())
    const stale = { content: '旧版本', version: 1, attachmentIds: [first.id, fourth.id] }
    await edit(xiaoli, stale).expect(409)
    expect((await replied(xiaoli, [fourth.id])).attachments).toHaveLength(1)
    // Files of others cannot be attached, by moderators either.
    const other = await uploaded(laowang, await picture())
    await edit(xiaoli, { content: '别人的', attachmentIds: [first.id, other.id] }).expect(404)
    await edit(banzhu, { content: '版主改的', attachmentIds: [first.id, other.id] }).expect(404)
    expect(idsOf(await edit(banzhu, { content: '版主改的', attachmentIds: [] }).expect(200))).toEqual([])

    // Its readers know the address of a file that a post had; only its owner may still use it.
    await get(first.url).expect(404)
    await forum.request.get(first.url).set(xiaoli.headers).expect(200)

    forum.clock.advance(2 * ORPHAN_HOURS * HOUR_MS)
    await forum.api.sweepAttachments()
    for (const { url } of [first, second, third]) await get(url).expect(404)
  })

  it('replaces the files of an opening post in an edit of its thread', async () => {
    const [first, second] = [
      await uploaded(laowang, await picture()),
      await uploaded(laowang, await picture()),
    ]
    const body = await forum
      .as(laowang)
      .call('createThread', { title: '首帖的图', content: '正文', boardId: 3, attachmentIds: [first.id] })
    const { id } = body.thread
    const edited = await forum
      .as(laowang)
      .call('updateThread', { threadId: id, content: '正文，换图', attachmentIds: [second.id] })
    const { openingPost } = edited.thread as Thread & { openingPost: Post }
    expect(openingPost.attachments.map((file) => file.id)).toEqual([second.id])
    await get(second.url).expect(200)
  })

  it('makes each of more than 60 hostile files harmless or refuses it', async () => {
    const files = await hostileFiles()
    expect(files.length).toBeGreaterThanOrEqual(60)
    for (const { what, name, bytes, outcome, without } of files) {
      const response = await upload(xiaoli, bytes, name)
      if ('status' in outcome) {
        expect(`${what}: ${response.status}`).toBe(`${what}: ${outcome.status}`)
        continue
      }
      expect(`${what}: ${response.status}`).toBe(`${what}: 201`)
      const { mimeType, originalName, filename, url } = response.body.attachment as Attachment
      expect({ what, mimeType, originalName }).toEqual({ what, ...outcome })
      expect(filename).toMatch(/^[0-9a-f]{32}\.(jpg|png|gif|webp|pdf|zip|txt)$/)
      const served = await get(url).responseType('blob').expect(200)
      expect(served.headers['content-type']).toBe(mimeType)
      expect(served.headers['x-content-type-options']).toBe('nosniff')
      expect(served.headers['content-security-policy']).toContain('sandbox')
      expect(served.headers['content-disposition']).toMatch(
        mimeType.startsWith('image/') ? /^inline$/ : /^attachment; /,
      )
      if (without !== undefined) expect((served.body as Buffer).includes(without)).toBe(false)
    }
  })

  it('stores a file once for repeats under the same key, also at the same time', async () => {
    const member = await forum.member('chongfu')
    const bytes = await picture(30, 20)
    const key = randomUUID()
    const send = async (name = '照片.png') => {
      const sent = upload(member, bytes, name).set('Idempotency-Key', key)
      const { status, body } = await sent
      return status === 201 ? (body as { attachment: Attachment }).attachment : status
    }
    const [first, second] = await Promise.all([send(), send()])
    expect([second, await send()]).toEqual([first, first])
    expect(await send('另一张.png')).toBe(409)
    expect(await forum.api.db.attachments.countDocuments({ ownerId: member.id })).toBe(1)
    expect(first).toMatchObject({ originalName: '照片.png' })
    await get((first as Attachment).url).expect(200)
  })

  it('writes the file of a request that ended before it did', async () => {
    const key = randomUUID()
    const bytes = await picture(31, 21)
    const send = () => upload(xiaoli, bytes).set('Idempotency-Key', key).expect(201)
    const { filename, url } = (await send()).body.attachment as Attachment
    forum.files.kept.delete(filename)
    await get(url).expect(404)
    await send()
    await get(url).expect(200)
  })

  it('says when it keeps only the first frame of an animation', async () => {
    const png = await picture()
    const control = Buffer.from(
      '00000008' + Buffer.from('acTL').toString('hex') + '0000000200000000' + 'f38d9370',
      'hex',
    )
    const animation = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)])
    const flagOf = async (bytes: Buffer) =>
      (await upload(xiaoli, bytes).expect(201)).body.isFirstFrameOnly as boolean
    expect([await flagOf(animation), await flagOf(png)]).toEqual([true, false])
  })

  it('downloads a file under its original name, including a Chinese one', async () => {
    const { url } = await uploaded(xiaoli, Buffer.from('%PDF-1.4 合同'), "租房'合同 (2025).pdf")
    const { headers } = await get(url).expect(200)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="__'__ (2025).pdf"; filename*=UTF-8''%E7%A7%9F%E6%88%BF%27%E5%90%88%E5%90%8C%20%282025%29.pdf`,
    )
  })

  it('refuses more than 10 MB, no file, an anonymous caller and a muted member', async () => {
    expect((await upload(xiaoli, Buffer.alloc(ATTACHMENT_MAX_BYTES + 1, 65))).status).toBe(413)
    expect((await forum.request.post('/api/attachments').set(xiaoli.headers).field('x', '1')).status).toBe(
      400,
    )
    expect(
      (await forum.request.post('/api/attachments').attach('file', await picture(), 'a.png')).status,
    ).toBe(401)
    const muted = await forum.member('jinyan')
    const until = new Date(forum.clock.now().getTime() + HOUR_MS)
    await forum.api.db.members.updateOne({ _id: muted.id }, { $set: { mutedUntil: until } })
    expect((await upload(muted, await picture())).body.code).toBe('MUTED')
  })

  it('shows the first picture of an opening post in lists, until it is taken out', async () => {
    const text = await uploaded(xiaoli, Buffer.from('一行字'), '笔记.txt')
    const shown = await uploaded(xiaoli, await picture(900, 600))
    const made = await forum.as(xiaoli).call('createThread', {
      title: '有图',
      content: '看图',
      boardId: 42,
      attachmentIds: [text.id, shown.id],
    })
    const { id, openingPostId } = made.thread
    const inList = async () => {
      const { threads } = await forum.as().call('listThreads', { boardId: 42 })
      return threads.find((one) => one.id === id)?.picture
    }
    expect(await inList()).toBe(`${shown.url}?size=small`)
    await forum.request.get(String(await inList())).expect(200)
    // Threads of earlier versions get theirs by a migration.
    const { threads, migrations } = forum.api.db
    await threads.updateOne({ _id: id }, { $unset: { picture: 1 } })
    await migrations.deleteOne({ _id: 60 })
    await prepareDatabase(forum.uri, forum.clock, () => undefined)
    expect((await threads.findOne({ _id: id }))?.picture).toBe(shown.filename)
    await forum
      .as(xiaoli)
      .call('updatePost', { postId: openingPostId, content: '看图', attachmentIds: [text.id] })
    expect(await inList()).toBeNull()
  })

  it('holds few bytes of a member whose uploads hold back their last byte, and accepts them once complete', async () => {
    const raw = http.createServer(forum.api.callback()).listen(0, '127.0.0.1')
    await once(raw, 'listening')
    const { port } = raw.address() as AddressInfo
    const slow = await forum.member('manman')
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(ATTACHMENT_MAX_BYTES, 65),
      Buffer.from('\r\n--x--'),
    ])
    const statuses: (number | null)[] = []
    const held = Array.from({ length: 5 }, (_, i) => {
      statuses.push(null)
      const request = http.request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/attachments',
        headers: {
          ...slow.headers,
          'Content-Type': 'multipart/form-data; boundary=x',
          'Content-Length': body.length,
        },
      })
      request.on('response', (response) => {
        statuses[i] = response.statusCode ?? 0
        response.resume()
      })
      request.on('error', () => undefined)
      request.write(body.subarray(0, -1))
      return request
    })
    const count = (status: number) => statuses.filter((one) => one === status).length
    try {
      await expect.poll(() => count(429)).toBe(2)
      expect(count(201)).toBe(0)
      for (const request of held) request.end(body.subarray(-1))
      await expect.poll(() => count(201)).toBe(3)
    } finally {
      for (const request of held) request.destroy()
      raw.close()
    }
  })

  it('shows attachments with their post everywhere, in the order given', async () => {
    const first = await uploaded(laowang, await picture())
    const second = await uploaded(laowang, Buffer.from('你好'), '说明.txt')
    const post = await replied(laowang, [second.id, first.id])
    expect(post.attachments).toEqual([second, first])
    const { body: page } = await get(`/api/threads/${thread.id}?page=last&limit=100`).expect(200)
    expect((page.posts as Post[]).find(({ id }) => id === post.id)?.attachments).toEqual([second, first])
    const { body: changes } = await get(`/api/threads/${thread.id}/changes?since=0`).expect(200)
    expect((changes.posts as Post[]).find(({ id }) => id === post.id)?.attachments).toHaveLength(2)
    await forum.settle()
    const event = forum.bus.sent
      .map(({ message }) => message)
      .find((message) => message.name === 'post:created' && message.post.id === post.id)
    expect(event).toMatchObject({ post: { attachments: [second, first] } })
  })

  it('attaches files to an opening post, once for a repeat under the same key', async () => {
    const { id } = await uploaded(xiaoli, await picture())
    const start = () =>
      forum.request
        .post('/api/threads')
        .set({ ...xiaoli.headers, 'Idempotency-Key': key })
        .send({ title: '带图', content: '正文', boardId: 3, attachmentIds: [id] })
    const key = randomUUID()
    const [one, two] = await Promise.all([start().expect(201), start().expect(201)])
    expect(one.body.thread.id).toBe(two.body.thread.id)
    const { body } = await get(`/api/threads/${one.body.thread.id as number}`).expect(200)
    expect((body.thread as Thread).openingPost?.attachments).toHaveLength(1)
    const replyKey = randomUUID()
    const other = await uploaded(xiaoli, await picture())
    const responses = [
      await reply(xiaoli, [other.id], thread.id, replyKey),
      await reply(xiaoli, [other.id], thread.id, replyKey),
    ]
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(responses[0]?.body.post.id).toBe(responses[1]?.body.post.id)
  })

  it('refuses attachments that are another member’s, already attached, unknown or too many', async () => {
    const attached = await uploaded(xiaoli, await picture())
    const others = await uploaded(laowang, await picture())
    await replied(xiaoli, [attached.id])
    const free = await uploaded(xiaoli, await picture())
    for (const ids of [[others.id], [attached.id], [999_999], [free.id, others.id]])
      expect((await reply(xiaoli, ids)).status).toBe(404)
    for (const ids of ['1', [0], [1.5], Array.from({ length: 21 }, (_, i) => i + 1)])
      expect((await reply(xiaoli, ids)).status).toBe(400)
    // Files of a refused post can still be attached to another one.
    expect((await replied(xiaoli, [free.id])).attachments).toHaveLength(1)
  })

  it('frees the attachments of a refused post', async () => {
    const locked = await forum.thread(xiaoli)
    await forum.as(banzhu).call('lockThread', { threadId: locked.id, locked: true })
    const { id } = await uploaded(laowang, await picture())
    expect((await reply(laowang, [id], locked.id)).body.code).toBe('THREAD_LOCKED')
    expect((await replied(laowang, [id])).attachments).toHaveLength(1)
  })

  it('keeps the attachments of a post that one of two attempts under the same key wrote, though the other was refused', async () => {
    const locked = await forum.thread(xiaoli)
    const lock = (isLocked: boolean) =>
      forum.as(banzhu).call('lockThread', { threadId: locked.id, locked: isLocked })
    const { id, url } = await uploaded(laowang, await picture())
    const key = randomUUID()
    await lock(true)
    expect((await reply(laowang, [id], locked.id, key)).body.code).toBe('THREAD_LOCKED')
    await lock(false)
    const { body } = await reply(laowang, [id], locked.id, key).expect(201)
    expect((body.post as Post).attachments).toHaveLength(1)
    // An attempt that decided while the thread was locked, and is slower than the other.
    const actor = {
      id: laowang.id,
      role: 'user',
      moderatedBoardIds: [],
      isMuted: false,
      boards: ALL_RIGHTS,
    } as const
    const slower = {
      claim: `post:${(body.post as Post).id}`,
      content: '看附件',
      attachmentIds: [id],
    } as const
    const refused = () => Promise.reject(new ForumError('THREAD_LOCKED'))
    await expect(
      forum.api.services.posts.withParts(
        { ...slower, viewer: { actor, sessionId: 1, expiresAt: new Date() } },
        refused,
      ),
    ).rejects.toThrow('THREAD_LOCKED')
    expect((await reply(laowang, [id])).status).toBe(404)
    forum.clock.advance((ORPHAN_HOURS + 1) * HOUR_MS)
    await forum.api.sweepAttachments()
    await get(url).expect(200)
  })

  it('removes attachments with their post, except for moderators, and restores them with it', async () => {
    const attachment = await uploaded(laowang, await picture())
    const post = await replied(laowang, [attachment.id])
    expect((await get(attachment.url).expect(200)).headers['cache-control']).toBe('public, max-age=3600')
    await forum.as(laowang).call('deletePost', { postId: post.id })
    await get(attachment.url).expect(404)
    await get(attachment.url, laowang).expect(404)
    expect((await get(attachment.url, banzhu).expect(200)).headers['cache-control']).toBe('private, no-store')
    const attachmentsFor = async (by?: TestMember) => {
      const { body } = await get(`/api/threads/${thread.id}?page=last&limit=100`, by).expect(200)
      return (body.posts as Post[]).find(({ id }) => id === post.id)?.attachments.length
    }
    expect([await attachmentsFor(), await attachmentsFor(laowang), await attachmentsFor(banzhu)]).toEqual([
      0, 0, 1,
    ])
    await forum.as(banzhu).call('restorePost', { postId: post.id })
    await get(attachment.url).expect(200)
  })

  it('removes attachments with their thread, and restores them with it', async () => {
    const gone = await forum.thread(xiaoli)
    const attachment = await uploaded(xiaoli, await picture())
    await replied(xiaoli, [attachment.id], gone.id)
    await forum.as(banzhu).call('deleteThread', { threadId: gone.id })
    await get(attachment.url).expect(404)
    await get(attachment.url, banzhu).expect(200)
    await forum.as(banzhu).call('restoreThread', { threadId: gone.id })
    await get(attachment.url).expect(200)
  })

  it('keeps an old upload while the post that claims it is being written', async () => {
    const { id, filename } = await uploaded(laowang, await picture())
    forum.clock.advance((ORPHAN_HOURS + 1) * HOUR_MS)
    const actor = {
      id: laowang.id,
      role: 'user',
      moderatedBoardIds: [],
      isMuted: false,
      boards: ALL_RIGHTS,
    } as const
    const write = {
      viewer: { actor, sessionId: 1, expiresAt: new Date() },
      claim: `post:${await forum.api.services.ids.next('posts')}`,
      content: '看附件',
      attachmentIds: [id],
    } as const
    await forum.api.services.posts.withParts(write, async () => {
      await forum.api.sweepAttachments()
      expect(forum.files.kept.has(filename)).toBe(true)
    })
    // It was never written.
    forum.clock.advance((ORPHAN_HOURS + 1) * HOUR_MS)
    await forum.api.sweepAttachments()
    expect(forum.files.kept.has(filename)).toBe(false)
  })

  it('serves smaller versions of a large picture', async () => {
    const attachment = await uploaded(xiaoli, await picture(2_000, 1_000))
    expect(attachment).toMatchObject({ width: 2_000, height: 1_000, mimeType: 'image/png' })
    for (const [size, width] of Object.entries(THUMBNAIL_WIDTHS)) {
      const response = await get(`${attachment.url}?size=${size}`).responseType('blob').expect(200)
      expect(response.headers['content-type']).toBe('image/webp')
      expect((await sharp(response.body as Buffer).metadata()).width).toBe(width)
    }
    const small = await uploaded(xiaoli, await picture())
    expect((await get(`${small.url}?size=small`).expect(200)).headers['content-type']).toBe('image/png')
    await get(`${small.url}?size=huge`).expect(400)
  })

  it('deletes files after a day unless a post has claimed them', async () => {
    const orphan = await uploaded(xiaoli, await picture(600, 20))
    const kept = await uploaded(xiaoli, await picture())
    const opening = await uploaded(xiaoli, await picture())
    await replied(xiaoli, [kept.id])
    await forum
      .as(xiaoli)
      .call('createThread', { title: '图', content: '图', boardId: 3, attachmentIds: [opening.id] })
    await forum.api.sweepAttachments()
    await get(orphan.url).expect(200)
    forum.clock.advance((ORPHAN_HOURS + 1) * HOUR_MS)
    await forum.api.sweepAttachments()
    await get(orphan.url).expect(404)
    expect(
      [...forum.files.kept.keys()].filter((name) => name.startsWith(orphan.filename.slice(0, 32))),
    ).toEqual([])
    await get(kept.url).expect(200)
    await get(opening.url).expect(200)
    expect((await reply(xiaoli, [orphan.id])).status).toBe(404)
  })

  it('limits how much one member can upload at the same time', async () => {
    const busy = await forum.member('binglie')
    const limit = DAILY_UPLOADS_MAX_BYTES
    await upload(busy, Buffer.from('好')).expect(201)
    await forum.api.db.attachments.updateOne({ ownerId: busy.id }, { $set: { storedBytes: limit - 25 } })
    const uploads = await Promise.all(
      Array.from({ length: 8 }, () => upload(busy, Buffer.from('1234567890'))),
    )
    const accepted = uploads.filter(({ status }) => status === 201)
    expect(uploads.filter(({ status }) => status === 429)).toHaveLength(8 - accepted.length)
    expect(accepted.length).toBeLessThanOrEqual(2)
    const [today] = await forum.api.db.attachments
      .aggregate<{ bytes: number }>([
        { $match: { ownerId: busy.id } },
        { $group: { _id: null, bytes: { $sum: '$storedBytes' } } },
      ])
      .toArray()
    expect(today?.bytes).toBe(limit - 25 + accepted.length * 10)
    // Those that were refused take no room.
    await upload(busy, Buffer.from('12345')).expect(201)
  })

  it('limits how much one member can upload', async () => {
    const busy = await forum.member('tuhao')
    await upload(busy, Buffer.from('好')).expect(201)
    await forum.api.db.attachments.updateOne(
      { ownerId: busy.id },
      { $set: { storedBytes: DAILY_UPLOADS_MAX_BYTES } },
    )
    const refused = await upload(busy, Buffer.from('好'))
    expect(refused.body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: '今天上传的文件太多了，请明天再试',
    })
    await upload(xiaoli, Buffer.from('好')).expect(201)
    forum.clock.advance(25 * HOUR_MS)
    await upload(busy, Buffer.from('好')).expect(201)
  })

  describe('of a private message', () => {
    const send = (by: TestMember, to: TestMember, attachmentIds: number[], key = randomUUID()) =>
      forum.request
        .post('/api/messages')
        .set({ ...by.headers, 'Idempotency-Key': key })
        .send({ recipientId: to.id, subject: '租房照片', content: '看看这间', attachmentIds })
    const sent = async (by: TestMember, to: TestMember, attachmentIds: number[]) =>
      (await send(by, to, attachmentIds).expect(201)).body.message as Message

    it('are shown to its two parties alone, however it is read', async () => {
      const [first, second] = [
        await uploaded(xiaoli, await picture()),
        await uploaded(xiaoli, Buffer.from('合同'), '合同.txt'),
      ]
      const message = await sent(xiaoli, laowang, [second.id, first.id])
      expect(message.attachments).toEqual([second, first])
      expect((await forum.as(laowang).call('getMessage', { messageId: message.id })).message).toEqual(message)
      const [listed] = (await forum.as(laowang).call('listMessages')).messages
      expect(listed?.attachments).toEqual(message.attachments)
      const talk = await forum.as(laowang).call('getConversation', { otherUserId: xiaoli.id })
      expect(talk.messages[0]?.attachments).toEqual(message.attachments)
      for (const { url } of message.attachments) {
        for (const party of [xiaoli, laowang])
          expect((await get(url, party).expect(200)).get('Cache-Control')).toBe('private, no-store')
        for (const other of [undefined, banzhu]) await get(url, other).expect(404)
      }
    })

    it('are its own: it takes no files of others or of posts, and a repeat takes them once', async () => {
      const [own, other, posted] = [
        await uploaded(xiaoli, await picture()),
        await uploaded(laowang, await picture()),
        await uploaded(xiaoli, await picture()),
      ]
      await replied(xiaoli, [posted.id])
      for (const refused of [other, posted]) await send(xiaoli, laowang, [own.id, refused.id]).expect(404)
      const key = randomUUID()
      const first = await send(xiaoli, laowang, [own.id], key).expect(201)
      expect((await send(xiaoli, laowang, [own.id], key).expect(201)).body).toEqual(first.body)
      await reply(xiaoli, [own.id]).expect(404)
    })

    it('are free again after a refusal, and stay as long as a party has the message', async () => {
      const file = await uploaded(xiaoli, await picture())
      await forum.as(laowang).call('blockUser', { userId: xiaoli.id, blocked: true })
      await send(xiaoli, laowang, [file.id]).expect(403)
      await forum.as(laowang).call('blockUser', { userId: xiaoli.id, blocked: false })
      const { id } = await sent(xiaoli, laowang, [file.id])
      forum.clock.advance(2 * ORPHAN_HOURS * HOUR_MS)
      await forum.api.sweepAttachments()
      await get(file.url, laowang).expect(200)
      await forum.as(laowang).call('deleteMessage', { messageId: id })
      await get(file.url, laowang).expect(404)
      await get(file.url, xiaoli).expect(200)
    })

    it('are shown to moderators of every board while a report of it is open', async () => {
      const file = await uploaded(xiaoli, await picture())
      const message = await sent(xiaoli, laowang, [file.id])
      await get(file.url, banzhu).expect(404)
      await forum.as(laowang).call('reportMessage', { messageId: message.id, reason: '骚扰' })
      await get(file.url, banzhu).expect(200)
      const { cases } = await forum.as(banzhu).call('listCases', { status: 'open' })
      const found = cases.find((one) => one.message?.id === message.id)!
      expect(found.message?.attachments).toEqual([])
      const whole = await forum.as(banzhu).call('getCase', { caseId: found.id })
      expect(whole.case.message?.attachments).toEqual([file])
      await forum.as(banzhu).call('claimCase', { caseId: found.id })
      await forum.as(banzhu).call('resolveCase', { caseId: found.id, action: 'dismiss' })
      await get(file.url, banzhu).expect(404)
    })
  })
})

describe('mentions', () => {
  it('keeps mentions of a member through edits and changed names', async () => {
    const { forum, xiaoli, laowang } = await startPeopledForum()
    try {
      const thread = await forum.thread(xiaoli)
      const body = await forum.as(xiaoli).call('createPost', {
        threadId: thread.id,
        content: '谢谢 @LaoWang88 和 @nobody1，[quote]@banzhu1[/quote] @laowang88',
      })
      const post = body.post
      expect(post.mentions).toEqual([{ id: laowang.id, username: 'laowang88' }])
      const stored = await forum.api.db.posts.findOne({ _id: post.id })
      expect(stored?.mentionedIds).toEqual([laowang.id])
      await forum.api.db.members.updateOne(
        { _id: laowang.id },
        { $set: { username: 'gone1', usernameLower: 'gone1' } },
      )
      const again = await forum.as().call('getPost', { postId: post.id })
      expect(again.post.mentions).toEqual([{ id: laowang.id, username: 'laowang88' }])
      const edited = await forum.as(xiaoli).call('updatePost', { postId: post.id, content: '谢谢 @xiaoli' })
      expect(edited.post.mentions).toEqual([{ id: xiaoli.id, username: 'xiaoli' }])
      const none = await forum.as(xiaoli).call('updatePost', { postId: post.id, content: '谢谢' })
      expect(none.post.mentions).toEqual([])
    } finally {
      await forum.stop()
    }
  })
})
