import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { OwnGroupsScreen } from './OwnGroupsScreen'

const responses = vi.mocked(call)
const changed = vi.fn()
let groups: object[]

beforeEach(() => {
  resetPage()
  signIn(forum, aMember())
  changed.mockReset().mockResolvedValue({ standing: 'member' })
  groups = [
    { id: 1, name: '老友', joining: 'request', standing: 'none' },
    { id: 2, name: '同城', joining: 'code', standing: 'none' },
    { id: 3, name: '读书会', joining: 'byHand', standing: 'member' },
    { id: 4, name: '常客', joining: 'auto', standing: 'member' },
  ]
  responses.mockReset().mockImplementation((async (name: string, options: unknown) => {
    if (name === 'listOwnGroups') return { groups }
    return (await changed(name, options)) as unknown
  }) as never)
  renderAt('/groups', <OwnGroupsScreen />)
})

it('asks to join a group, and shows that it is asked', async () => {
  const ask = await screen.findByRole('button', { name: '申请加入：老友' })
  groups = [{ id: 1, name: '老友', joining: 'request', standing: 'asked' }]
  fireEvent.click(ask)
  expect(await screen.findByText('已申请，等管理员同意')).toBeTruthy()
  expect(changed.mock.calls[0]).toMatchObject(['joinGroup', { params: { groupId: 1 } }])
  fireEvent.click(screen.getByRole('button', { name: '撤回申请：老友' }))
  await waitFor(() => {
    expect(changed.mock.calls.at(-1)?.[0]).toBe('leaveGroup')
  })
})

it('joins a group with the code that is typed', async () => {
  fireEvent.click(await screen.findByRole('button', { name: '凭邀请码加入：同城' }))
  fireEvent.change(await screen.findByLabelText('邀请码'), { target: { value: ' abcdefghjk ' } })
  fireEvent.click(screen.getByRole('button', { name: '加入' }))
  await waitFor(() => {
    expect(changed.mock.calls[0]).toMatchObject([
      'joinGroup',
      { params: { groupId: 2 }, body: { code: 'ABCDEFGHJK' } },
    ])
  })
})

it('leaves a group that one may leave, and none that one is in by days and posts', async () => {
  fireEvent.click(await screen.findByRole('button', { name: '退出：读书会' }))
  await waitFor(() => {
    expect(changed.mock.calls[0]).toMatchObject(['leaveGroup', { params: { groupId: 3 } }])
  })
  expect(screen.queryByRole('button', { name: '退出：常客' })).toBeNull()
})
