import { api } from '@forum/shared/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { showSite } from '../../state/site'
import { blankOf } from '../../testing/blank'
import { call } from '../../testing/calls'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { PagesAdminScreen } from './PagesAdminScreen'

const made: [string, unknown][] = []
const terms = {
  slug: 'terms',
  title: '服务条款',
  content: '旧的一句',
  updatedAt: '2026-11-20T09:30:00.000Z',
  version: 2,
  mustAgree: false,
}
beforeEach(() => {
  resetPage()
  made.length = 0
  act(() => {
    showSite({ ...blankOf(api.getSite.response).site, pages: [{ slug: 'terms', title: '服务条款' }] })
  })
  vi.mocked(call).mockImplementation(((name: string, options: { params: object; body?: object }) => {
    made.push([name, options])
    if (name === 'listPageVersions')
      return Promise.resolve({
        versions: [
          { ...terms, updatedBy: { displayName: '老王' } },
          { ...terms, version: 1, content: '最早的一句', updatedBy: null },
        ],
      })
    return Promise.resolve({ page: { ...terms, ...options.params, ...options.body } })
  }) as never)
})
const saved = () => made.filter(([name]) => name === 'setPage').map(([, options]) => options)

it('writes the terms with a preview, takes back an earlier text and asks members to agree again', async () => {
  renderAt('/admin/pages?page=terms', <PagesAdminScreen />)
  const content = await screen.findByLabelText<HTMLTextAreaElement>('正文')
  fireEvent.change(content, { target: { value: '[b]一[/b]\n\n新的一句' } })
  const preview = within(screen.getByRole('region', { name: '预览' }))
  expect(preview.getByRole('heading', { name: '一', level: 2 })).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: '取回第 1 版', hidden: true }))
  expect(content.value).toBe('最早的一句')
  fireEvent.click(screen.getByRole('checkbox', { name: /请成员重新同意/ }))
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => {
    expect(saved()).toEqual([
      { params: { slug: 'terms' }, body: { title: '服务条款', content: '最早的一句', mustAgree: true } },
    ])
  })
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
})

it('adds a page at an address of its own', async () => {
  const { at } = renderAt('/admin/pages?page=new', <PagesAdminScreen />)
  fireEvent.change(screen.getByLabelText('地址'), { target: { value: 'Rules!' } })
  fireEvent.change(screen.getByLabelText('标题'), { target: { value: '社规' } })
  fireEvent.change(screen.getByLabelText('正文'), { target: { value: '先检查绳结。' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('请用小写字母、数字和短横线，最多 40 个')).toBeDefined()
  fireEvent.change(screen.getByLabelText('地址'), { target: { value: 'terms' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('这个地址已经有一页了')).toBeDefined()
  fireEvent.change(screen.getByLabelText('地址'), { target: { value: 'rules' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => {
    expect(at()).toBe('/admin/pages?page=rules')
  })
  expect(saved()).toEqual([{ params: { slug: 'rules' }, body: { title: '社规', content: '先检查绳结。' } }])
})
