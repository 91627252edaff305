import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aMember } from '../../testing/boards'
import { FakeApi, Refusal } from '../../testing/fake-api'
import { ModelServer, THREAD_ID } from '../../testing/model-server'
import { resetPage, signIn } from '../../testing/forum'
import { forum } from '../../store'
import { draftKey, drafts, submissionsSlice } from '../../state/drafts'
import { loadThreadPage, replyDraftKey, threadCopySlice } from '../../state/thread-copy'
import { EMPTY_REPLY, isAnonymous, sendReply } from './replies'

const ME = aMember({ id: 9 })
const place = draftKey(ME.id, replyDraftKey(THREAD_ID))
let server: ModelServer
let api: FakeApi

beforeEach(() => {
  server = new ModelServer()
  api = new FakeApi(server)
  vi.stubGlobal('fetch', api.fetch)
  signIn(forum, ME)
  drafts.set(place, EMPTY_REPLY, { content: '我说一句' })
})
afterEach(() => {
  drafts.clear(place)
  vi.unstubAllGlobals()
})

it('does not bring back a post that is known to be deleted when its response arrives', async () => {
  api.on('POST', /^\/posts$/, async () => {
    server.reply(ME.id, '我说一句')
    const response = { post: { ...server.post(2), likedByMe: false, viewer: null }, thread: server.thread() }
    // Before the response arrives, a moderator deletes the reply and the page is read again.
    server.remove(2)
    await loadThreadPage(forum, THREAD_ID, 1)
    return response
  })
  const sent = await sendReply(forum, THREAD_ID)
  expect(sent?.number).toBe(2)
  expect(forum.read(threadCopySlice).posts[sent!.id]).toMatchObject({ isDeleted: true, content: '' })
  expect(forum.read(submissionsSlice)[place]).toBeNull()
})

it('sends a choice to write anonymously before the board is known, and shows what no choice means', async () => {
  api.on('GET', /^\/threads\/1$/, () => {
    const page = server.readPage(1)
    return { ...page, thread: { ...page.thread, viewer: { ...page.thread.viewer, writesAnonymously: true } } }
  })
  api.on('POST', /^\/posts$/, () => new Refusal(403, 'FORBIDDEN'))
  await loadThreadPage(forum, THREAD_ID, 1)
  expect(isAnonymous(forum.read, THREAD_ID, {})).toBe(true)
  expect(isAnonymous(forum.read, THREAD_ID, { anonymous: false })).toBe(false)
  resetPage()
  signIn(forum, ME)
  drafts.set(place, EMPTY_REPLY, { anonymous: true })
  await sendReply(forum, THREAD_ID)
  expect(api.requestsTo('POST', /^\/posts$/).map(({ body }) => body.anonymous)).toEqual([true])
})
