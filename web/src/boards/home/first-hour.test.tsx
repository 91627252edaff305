import { type FirstHour as Done } from '@forum/shared/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../testing/calls'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { FirstHour } from './FirstHour'

beforeEach(() => {
  resetPage()
})

const NOTHING = {
  name: false,
  boards: false,
  rules: false,
  thread: false,
  invite: false,
  mail: false,
  backup: false,
}
const show = (hour: Done) => {
  vi.mocked(call).mockResolvedValue(hour as never)
  const onOver = vi.fn()
  renderAt('/', <FirstHour onOver={onOver} onClose={vi.fn()} />)
  return onOver
}
const ticks = () => screen.getAllByRole('listitem').map((item) => item.querySelector('[role=img]') !== null)

it('leads a founder to what the page can do, and says of the rest what to run', async () => {
  const onOver = show({ isYoung: true, steps: { ...NOTHING, name: true } })
  expect(await screen.findByText('7 件做了 1 件')).toBeDefined()
  expect(ticks()).toEqual([true, false, false, false, false, false, false])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/boards',
    '/admin/pages',
    '/new-thread',
    '/admin/settings',
  ])
  expect(screen.getByText(/npm run admin -- backup/)).toBeDefined()
  expect(onOver).not.toHaveBeenCalled()
})

it('is over when everything is ticked, and where much was written', async () => {
  const all = Object.fromEntries(Object.keys(NOTHING).map((name) => [name, true])) as typeof NOTHING
  const ticked = show({ isYoung: true, steps: all })
  await waitFor(() => {
    expect(ticked).toHaveBeenCalled()
  })
  expect(ticks()).not.toContain(false)
  const old = show({ isYoung: false, steps: NOTHING })
  await waitFor(() => {
    expect(old).toHaveBeenCalled()
  })
  expect(screen.getAllByRole('heading')).toHaveLength(1)
})
