import { avatarAtDoubleSize } from '@forum/shared/avatars'
import { DAY_MS } from '@forum/shared/clock'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

describe('acts on profiles', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, banzhu } = await startPeopledForum())
    forum.clock.stop()
  })
  afterAll(() => forum.stop())

  const AVATAR = '/api/uploads/ad.webp'
  const advertiser = async (username: string) => {
    const member = await forum.member(username)
    await forum.api.db.members.updateOne({ _id: member.id }, { $set: { avatar: AVATAR, avatars: [AVATAR] } })
    await forum.as(member).call('updateProfile', { signature: '代办加微信', displayName: `代办${username}` })
    return member
  }
  const noticesOf = async (by: TestMember) =>
    (await forum.as(by).call('listNotifications')).notifications.map(({ text }) => text)

  it('empties the chosen parts of a profile, tells the member and everyone, and brings them back', async () => {
    const member = await advertiser('guanggao1')
    const moderator = forum.as(banzhu)
    forum.bus.sent.length = 0
    const fields = ['signature', 'avatar', 'displayName'] as const
    const cleared = await moderator.call('clearProfile', {
      userId: member.id,
      fields: [...fields],
      reason: '广告签名',
    })
    expect(cleared.user).toMatchObject({ signature: '', avatar: null, displayName: 'guanggao1' })
    expect(forum.bus.sent).toContainEqual(
      expect.objectContaining({
        channel: 'forum:all',
        message: expect.objectContaining({
          name: 'member:changed',
          author: expect.objectContaining({
            id: member.id,
            signature: '',
            displayName: 'guanggao1',
          }) as object,
        }) as object,
      }),
    )
    expect(await noticesOf(member)).toContainEqual(expect.stringContaining('广告签名'))
    // The member cannot choose the picture again.
    await forum.as(member).refused('VALIDATION_FAILED', 'updateProfile', { avatar: AVATAR })
    await moderator.call('undoAct', { actId: cleared.undo?.id ?? 0 })
    const { user } = await forum.as(member).call('me')
    expect(user).toMatchObject({ signature: '代办加微信', avatar: AVATAR, displayName: '代办guanggao1' })
    await forum.as(member).call('updateProfile', { avatar: AVATAR })
  })

  const PICTURE = sharp({ create: { width: 400, height: 400, channels: 3, background: '#b5442b' } }).png()
  /** Gives a member a picture; returns the addresses of both its sizes. */
  const pictureOf = async (member: TestMember) => {
    const { body } = await forum.request
      .post('/api/auth/avatar')
      .set(member.headers)
      .attach('avatar', await PICTURE.toBuffer(), { filename: 'me.png', contentType: 'image/png' })
      .expect(200)
    const url = (body as { avatarUrl: string }).avatarUrl
    return [url, avatarAtDoubleSize(url)]
  }
  const statuses = (urls: readonly string[]) =>
    Promise.all(urls.map(async (url) => (await forum.request.get(url)).status))

  it('serves a picture no longer that was taken away, until the act is undone', async () => {
    const member = await forum.member('tupian1')
    const urls = await pictureOf(member)
    const moderator = forum.as(banzhu)
    const { undo } = await moderator.call('clearProfile', { userId: member.id, fields: ['avatar'] })
    expect(await statuses(urls)).toEqual([404, 404])
    await moderator.call('undoAct', { actId: undo?.id ?? 0 })
    expect(await statuses(urls)).toEqual([200, 200])
    expect((await forum.as(member).call('me')).user.avatar).toBe(urls[0])
  })

  it('leaves a picture hidden whose return is refused, and deletes it with the account', async () => {
    const member = await forum.member('tupian2')
    const urls = await pictureOf(member)
    const moderator = forum.as(banzhu)
    const { undo } = await moderator.call('clearProfile', { userId: member.id, fields: ['avatar'] })
    const [other = ''] = await pictureOf(member)
    await moderator.refused('CONFLICT', 'undoAct', { actId: undo?.id ?? 0 })
    expect(await statuses([...urls, other])).toEqual([404, 404, 200])
    const hidden = urls.map((url) => `hidden-${url.slice(url.lastIndexOf('/') + 1)}`)
    const kept = () => hidden.map((name) => forum.files.kept.has(name))
    expect(kept()).toEqual([true, true])
    await forum.as(member).call('deleteAccount', { password: PASSWORD })
    expect(kept()).toEqual([false, false])
  })

  it('leaves what is not chosen, and refuses to bring back what the member has written since', async () => {
    const member = await advertiser('guanggao2')
    const moderator = forum.as(banzhu)
    const cleared = await moderator.call('clearProfile', { userId: member.id, fields: ['signature'] })
    expect(cleared.user).toMatchObject({ signature: '', avatar: AVATAR })
    const again = await moderator.call('clearProfile', { userId: member.id, fields: ['signature'] })
    expect(again.undo).toBeNull()
    await forum.as(member).call('updateProfile', { signature: '新的签名' })
    await moderator.refused('CONFLICT', 'undoAct', { actId: cleared.undo?.id ?? 0 })
  })

  it('keeps a warned member from writing until the warning is read', async () => {
    const member = await forum.member('jinggao1')
    const thread = await forum.thread(xiaoli)
    const { warning } = await forum
      .as(banzhu)
      .call('warnUser', { userId: member.id, text: '请不要留联系方式' })
    const warned = forum.as(member)
    expect((await warned.call('me')).user.warnings).toEqual([warning])
    await warned.refused('WARNING_UNREAD', 'createPost', { threadId: thread.id, content: '顶' })
    await warned.refused('WARNING_UNREAD', 'createThread', { title: '题', content: '顶', boardId: 3 })
    await warned.call('likePost', { postId: thread.openingPostId, liked: true })
    await forum.as(xiaoli).refused('NOT_FOUND', 'readWarning', { warningId: warning.id })
    await warned.call('readWarning', { warningId: warning.id })
    await warned.call('readWarning', { warningId: warning.id })
    await warned.reply(thread.id, '知道了')
    expect((await warned.call('me')).user.warnings).toEqual([])
    const { entries } = await forum.as(banzhu).call('getDiscipline', { userId: member.id })
    expect(entries).toMatchObject([{ action: 'warn_user', reason: '请不要留联系方式' }])
  })

  it('needs no reading of a warning that has ended or was taken back', async () => {
    const member = await forum.member('jinggao2')
    const thread = await forum.thread(xiaoli)
    const moderator = forum.as(banzhu)
    const until = new Date(forum.clock.now().getTime() + DAY_MS).toISOString()
    await moderator.call('warnUser', { userId: member.id, text: '一', until })
    const second = await moderator.call('warnUser', { userId: member.id, text: '二' })
    await moderator.call('undoAct', { actId: second.undo?.id ?? 0 })
    await forum.as(member).refused('WARNING_UNREAD', 'createPost', { threadId: thread.id, content: '顶' })
    forum.clock.advance(DAY_MS)
    await forum.as(member).reply(thread.id, '顶')
  })

  it('is not for members, nor against staff of the same rank', async () => {
    const other = await forum.member('banzhu9', 'moderator')
    for (const [by, userId] of [
      [xiaoli, other.id],
      [banzhu, other.id],
      [banzhu, banzhu.id],
    ] as const) {
      await forum.as(by).refused('FORBIDDEN', 'warnUser', { userId, text: '请注意' })
      await forum.as(by).refused('FORBIDDEN', 'clearProfile', { userId, fields: ['signature'] })
    }
  })
})
