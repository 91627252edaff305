import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAt } from '../testing/render'
import { LazyPart } from './lazy-part'

it('leaves the page as it is when a part of the frame cannot be loaded', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  renderAt(
    '/',
    <>
      <p>帖子</p>
      <LazyPart load={load} />
    </>,
  )
  await vi.waitFor(() => {
    expect(logged).toHaveBeenCalled()
  })
  expect(screen.getByText('帖子')).toBeDefined()
  logged.mockRestore()
})
