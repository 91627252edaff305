import { type CurrentUser } from '@forum/shared/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { aThread } from '../../testing/boards'
import { FakeApi } from '../../testing/fake-api'
import { resetPage, signIn } from '../../testing/forum'
import { ModelServer, person } from '../../testing/model-server'
import { renderAt } from '../../testing/render'
import { HotScreen } from './HotScreen'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('continues a hot thread where the reader stopped', async () => {
  const api = new FakeApi(new ModelServer())
  const viewer = {
    isWatching: false,
    isMuted: false,
    isBookmarked: false,
    bookmarkedPostIds: [],
    canModerate: false,
    canDelete: false,
    canEdit: false,
    canReply: true,
    votes: [],
  }
  const read = { lastReadNumber: 5, unreadCount: 4, firstUnreadNumber: 6 }
  const threads = [
    aThread({ id: 7, title: '读过一半', viewer: { ...viewer, ...read } }),
    aThread({
      id: 8,
      title: '读完了',
      viewer: { ...viewer, ...read, unreadCount: 0, firstUnreadNumber: null },
    }),
  ]
  const pagination = { page: 1, limit: 20, total: 2, totalPages: 1, hasPrev: false, hasNext: false }
  api.on('GET', /^\/threads$/, () => ({ threads, pagination }))
  vi.stubGlobal('fetch', api.fetch)
  resetPage()
  signIn(forum, { ...person(9), moderatedBoardIds: [], blocked: [] } as unknown as CurrentUser)
  renderAt('/hot', <HotScreen />)
  const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await hrefOf('读过一半')).toBe('/threads/7/page/unread')
  expect(await hrefOf('读完了')).toBe('/threads/8')
})
