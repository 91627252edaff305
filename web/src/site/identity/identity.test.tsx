import { type SiteInfo } from '@forum/shared/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aBoard } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { SiteScreen } from './SiteScreen'

const site: SiteInfo = {
  name: '论坛',
  seal: '论',
  logo: null,
  accent: '#a82a1e',
  description: '',
  welcome: '',
  contact: '',
  feedbackBoardId: null,
  footer: { text: '', links: [] },
  timeZone: 'America/New_York',
  pages: [],
}
const saved: unknown[] = []
beforeEach(() => {
  resetPage()
  saved.length = 0
  vi.mocked(call).mockImplementation((name: string, { body }: { body?: object } = {}) => {
    if (name === 'listBoards') return Promise.resolve({ boards: [aBoard({ id: 4, name_zh: '岩馆' })] })
    if (name === 'setSite') saved.push(body)
    return Promise.resolve({ site: { ...site, ...body } })
  })
})
const type = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

it('previews what is typed, saves only what differs, and names it', async () => {
  renderAt('/admin/site', <SiteScreen />)
  const preview = within(await screen.findByRole('region', { name: '改完是这样' }))
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存' })
  expect(save.disabled).toBe(true)
  type('站名', '岩点攀岩社')
  type('站印', '岩')
  type('自定颜色', '#1F6F43')
  type('页脚', '京ICP备 00000000 号-1')
  fireEvent.click(screen.getByRole('button', { name: '加一个链接' }))
  type('第 1 个链接的文字', '入社')
  type('第 1 个链接的地址', '/pages/join')
  expect(preview.getAllByText('岩点攀岩社', { exact: false })).not.toHaveLength(0)
  expect(preview.getByText('京ICP备 00000000 号-1')).toBeDefined()
  expect(document.querySelector<HTMLElement>('.site-mark')?.style.backgroundColor).toBe('#1f6f43')
  expect(screen.getByText('改了 4 处：站名、站印、强调色、页脚。保存后各页立即换上。')).toBeDefined()
  fireEvent.click(save)
  await vi.waitFor(() => {
    expect(saved).toEqual([
      {
        name: '岩点攀岩社',
        seal: '岩',
        accent: '#1F6F43',
        footer: { text: '京ICP备 00000000 号-1', links: [{ label: '入社', url: '/pages/join' }] },
      },
    ])
  })
})

it('says which colour takes the place of one that is hard to read', async () => {
  renderAt('/admin/site', <SiteScreen />)
  await screen.findByLabelText('自定颜色')
  expect(screen.queryByText(/看不清/)).toBeNull()
  type('自定颜色', '#e8862f')
  expect(screen.getByText(/^#e8862f 上的白字只有 2\.\d : 1，看不清/)).toBeDefined()
  type('自定颜色', '#e88')
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('颜色写作 #1f4e86 的样子')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '放弃改动' }))
  expect(screen.getByLabelText<HTMLInputElement>('自定颜色').value).toBe('#a82a1e')
  expect(saved).toEqual([])
})

it('refuses a logo of another kind, and has another in place at once', async () => {
  renderAt('/admin/site', <SiteScreen />)
  const input = await screen.findByLabelText('传一张图标')
  fireEvent.change(input, { target: { files: [new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })] } })
  expect(screen.getByText('图标须是 PNG、WebP 或 JPEG')).toBeDefined()
  const logo = '/api/uploads/logo.webp'
  vi.mocked(call).mockResolvedValueOnce({ site: { ...site, logo } })
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } })
  expect(await screen.findByRole('button', { name: '去掉图标' })).toBeDefined()
  expect(document.querySelector('img.site-mark')?.getAttribute('src')).toBe(logo)
})
