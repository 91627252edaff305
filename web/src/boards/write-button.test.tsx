import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { WriteButton } from './WriteButton'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shrinks the button for a new thread while the reader scrolls down, until the page rests', () => {
  vi.useFakeTimers()
  render(<WriteButton />, { wrapper: MemoryRouter })
  const button = screen.getByRole('link', { name: '发新帖' })
  const scrollTo = (top: number) => {
    vi.stubGlobal('scrollY', top)
    act(() => void dispatchEvent(new Event('scroll')))
  }
  scrollTo(300)
  expect(button.dataset.scrolling).toBe('true')
  scrollTo(200)
  expect(button.dataset.scrolling).toBe('false')
  scrollTo(400)
  act(() => void vi.runAllTimers())
  expect(button.dataset.scrolling).toBe('false')
})
