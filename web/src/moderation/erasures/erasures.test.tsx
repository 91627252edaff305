import { type Erasure } from '@forum/shared/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { type Mock, beforeEach, expect, it, vi } from 'vitest'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { EraseDialog } from './EraseDialog'
import { ErasuresScreen } from './ErasuresScreen'

const calls = call as unknown as Mock
const called = (wanted: string) =>
  (calls.mock.calls as [string, object][]).filter(([name]) => name === wanted).map(([, options]) => options)
const wangwu = { id: 2, username: 'wangwu', displayName: '王五', avatar: null, role: 'admin' as const }
const anErasure = (given: Partial<Erasure> & { id: number }): Erasure => ({
  status: 'asked',
  postIds: [70],
  version: null,
  file: null,
  threadId: null,
  user: null,
  reason: '泄露隐私',
  askedBy: wangwu,
  askedAt: new Date().toISOString(),
  confirmedBy: null,
  canConfirm: true,
  ...given,
})
let erasures: Erasure[]

beforeEach(() => {
  resetPage()
  signIn(forum, aMember({ id: 1, role: 'admin' }))
  erasures = [
    anErasure({ id: 5 }),
    anErasure({ id: 4, status: 'done', canConfirm: false, confirmedBy: wangwu }),
  ]
  calls.mockReset()
  calls.mockImplementation((name: string) =>
    Promise.resolve(name === 'listErasures' ? { erasures } : { erasure: erasures[0] }),
  )
})

it('confirms an erasure after a question, and shows what has become of it', async () => {
  renderAt('/moderation/erasures', <ErasuresScreen />)
  fireEvent.click(await screen.findByRole('button', { name: '确认，彻底清除' }))
  expect(called('confirmErasure')).toEqual([])
  erasures = [anErasure({ id: 5, status: 'running', canConfirm: false })]
  const buttons = await screen.findAllByRole('button', { name: '确认，彻底清除' })
  fireEvent.click(buttons.at(-1)!)
  await waitFor(() => {
    expect(called('confirmErasure')).toEqual([{ params: { erasureId: 5 } }])
  })
  expect(await screen.findByText('正在清除…')).toBeDefined()
})

it('offers no confirmation to the admin who asked', async () => {
  erasures = [anErasure({ id: 5, canConfirm: false })]
  renderAt('/moderation/erasures', <ErasuresScreen />)
  expect(await screen.findByText('等另一位管理员')).toBeDefined()
  expect(screen.queryByRole('button', { name: '确认，彻底清除' })).toBeNull()
})

it('asks for the erasure of the chosen scope with a reason', async () => {
  const onClose = vi.fn()
  const scopes = [
    { scope: 'opening', what: { postIds: [70] } },
    { scope: 'thread', what: { threadId: 7 } },
  ] as const
  renderAt(
    '/',
    <EraseDialog
      scopes={scopes.map(({ scope, what }) => ({ scope, what: what as never }))}
      onClose={onClose}
    />,
  )
  fireEvent.click(await screen.findByRole('button', { name: '提出' }))
  expect(await screen.findByText('请写明理由')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: /整个主题/ }))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: ' 法院要求 ' } })
  fireEvent.click(screen.getByRole('button', { name: '提出' }))
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled()
  })
  expect(called('askErasure')).toEqual([{ body: { threadId: 7, reason: '法院要求' } }])
})

it('asks for the erasure of an earlier version, or of a file, once one is chosen', async () => {
  const onClose = vi.fn()
  calls.mockImplementation((name: string) => {
    const at = { editedAt: new Date(0).toISOString(), editedBy: wangwu }
    return Promise.resolve(
      name === 'listPostVersions'
        ? {
            versions: [
              { version: 1, content: '电话一二三', ...at },
              { version: 2, content: '没有电话', ...at },
            ],
          }
        : { erasure: erasures[0] },
    )
  })
  renderAt(
    '/',
    <EraseDialog
      scopes={[
        { scope: 'post', what: { postIds: [70] } },
        { scope: 'version', postId: 70 },
        { scope: 'file', files: [{ id: 9, originalName: '护照.jpg' }] },
      ]}
      onClose={onClose}
    />,
  )
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '当事人来信' } })
  fireEvent.click(screen.getByRole('radio', { name: '只清除一个旧版本' }))
  const versions = await screen.findByRole('combobox', { name: /哪一版/ })
  expect(versions.textContent).toContain('电话一二三')
  expect(versions.textContent).not.toContain('没有电话')
  fireEvent.click(screen.getByRole('button', { name: '提出' }))
  expect(await screen.findByText('请选一个')).toBeDefined()
  fireEvent.change(versions, { target: { value: '1' } })
  fireEvent.click(screen.getByRole('radio', { name: '只清除一个文件' }))
  const files = await screen.findByRole('combobox', { name: /哪个文件/ })
  expect((files as HTMLSelectElement).value).toBe('')
  fireEvent.change(files, { target: { value: '9' } })
  fireEvent.click(screen.getByRole('button', { name: '提出' }))
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled()
  })
  expect(called('askErasure')).toEqual([{ body: { fileId: 9, reason: '当事人来信' } }])
})
