import { type Post, type UserSummary } from '@forum/shared/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum, useForum } from '../../store'
import { threadCopySlice } from '../../state/thread-copy'
import { aMember, aThread } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { Toaster, toast } from '../../ui'
import { Coauthors } from './Coauthors'
import { CoauthorsDialog } from './CoauthorsDialog'

const calls = vi.mocked(call as (name: string, options?: object) => Promise<unknown>)

const { author } = aThread({ id: 5 })
const person = (id: number, displayName: string): UserSummary => ({
  ...author,
  id,
  username: `u${id}`,
  displayName,
})
const laowang = person(21, '老王')
const xiaozhang = person(22, '小张')

/** The post on the server. */
let post: Post
let invited: UserSummary[]

/** Reads the post as the page shows it. */
function Shown({ isDialog }: { isDialog: boolean }) {
  const shown = useForum((read) => read(threadCopySlice).posts[9])
  if (!shown) return null
  return isDialog ? <CoauthorsDialog post={shown} onClose={() => undefined} /> : <Coauthors post={shown} />
}
const show = (as: number, isDialog: boolean) => {
  signIn(forum, aMember({ id: as }))
  forum.update((write) => {
    write(threadCopySlice).posts[9] = { ...post, seq: 1 }
  })
  renderAt(
    '/',
    <>
      <Shown isDialog={isDialog} />
      <Toaster />
    </>,
  )
}
const done = (name: string) => calls.mock.calls.filter(([called]) => called === name).map(([, of]) => of)

beforeEach(() => {
  resetPage()
  toast.removeAll()
  invited = []
  post = {
    id: 9,
    threadId: 5,
    number: 1,
    isOpeningPost: true,
    isDeleted: false,
    author,
    content: '指南',
    version: 1,
    viewer: { canEdit: false, canDelete: false },
  } as Post
  calls.mockReset()
  calls.mockImplementation((name, options) => {
    const { body, params } = (options ?? {}) as { body?: { userId: number }; params?: { userId?: number } }
    const { coauthors = [] } = post
    if (name === 'searchUsers') return Promise.resolve({ users: [author, laowang, xiaozhang] })
    if (name === 'inviteCoauthor')
      invited = [...invited, ...[laowang, xiaozhang].filter(({ id }) => id === body?.userId)]
    if (name === 'acceptCoauthoring')
      post = { ...post, coauthors: [laowang], viewer: { canEdit: true, canDelete: false } }
    if (name === 'removeCoauthor') {
      invited = invited.filter(({ id }) => id !== params?.userId)
      post = { ...post, coauthors: coauthors.filter(({ id }) => id !== params?.userId) }
    }
    return Promise.resolve({ post, invited })
  })
})

it('finds members by name, invites them and takes an invitation back', async () => {
  show(author.id, true)
  expect(screen.getByText('还没有共同作者')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('邀请谁'), { target: { value: '王' } })
  const [first] = await screen.findAllByRole('button', { name: '邀请' })
  // The author is not among those who can be invited.
  expect(screen.getAllByRole('button', { name: '邀请' })).toHaveLength(2)
  fireEvent.click(first!)
  await screen.findByText('已邀请，等对方接受')
  expect(done('inviteCoauthor')).toEqual([{ params: { postId: 9 }, body: { userId: 21 } }])
  fireEvent.click(screen.getByRole('button', { name: '撤回' }))
  await screen.findByText('还没有共同作者')
  expect(done('removeCoauthor')).toEqual([{ params: { postId: 9, userId: 21 } }])
})

it('asks an invited reader, and names them once they accept', async () => {
  post = { ...post, viewer: { canEdit: false, canDelete: false, isInvited: true } }
  show(21, false)
  fireEvent.click(screen.getByRole('button', { name: '接受' }))
  await screen.findByRole('link', { name: '老王' })
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: '接受' })).toBeNull()
  })
})

it('lets a co-author leave, and remove nobody else', async () => {
  post = { ...post, coauthors: [laowang, xiaozhang] }
  show(21, true)
  expect(screen.queryByRole('button', { name: '移除' })).toBeNull()
  expect(screen.queryByLabelText('邀请谁')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '退出' }))
  await screen.findByText('你不再是共同作者')
  expect(forum.read(threadCopySlice).posts[9]?.coauthors?.map(({ id }) => id)).toEqual([22])
})
