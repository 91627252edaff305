import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { aMember } from '../../testing/boards'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { startTextSize } from './text-size'
import { TextSizeSwitch } from './TextSizeChoice'

const shown = () => document.documentElement.dataset.text ?? 'normal'

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.text
  resetPage()
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('follows the text size that is kept with the account', () => {
  startTextSize(forum)
  act(() => {
    signIn(forum, aMember({ textSize: 'large' }))
  })
  expect(shown()).toBe('large')
  expect(localStorage.getItem('text-size')).toBe('large')
  act(() => {
    signIn(forum, aMember({ textSize: 'normal' }))
  })
  expect(shown()).toBe('normal')
})

it('keeps the choice of a member with the account, and that of a visitor in the browser', async () => {
  const saved = Promise.resolve({ user: aMember({ textSize: 'larger' }) })
  const call = vi.spyOn(forum, 'call').mockImplementation(() => saved)
  renderAt('/', <TextSizeSwitch />)
  fireEvent.click(screen.getByRole('radio', { name: '大字' }))
  expect([shown(), localStorage.getItem('text-size')]).toEqual(['large', 'large'])
  expect(call).not.toHaveBeenCalled()
  act(() => {
    signIn(forum, aMember({ textSize: 'large' }))
  })
  fireEvent.click(screen.getByRole('radio', { name: '特大字' }))
  expect(shown()).toBe('larger')
  expect(call.mock.calls).toEqual([['updateProfile', { body: { textSize: 'larger' } }]])
  await act(() => saved)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '特大字' }).checked).toBe(true)
})
