import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderAt } from '../../testing/render'
import { ThemeSwitch } from './ThemeMenu'
import { chooseTheme, startTheme } from './theme'

const shown = () => document.documentElement.dataset.theme

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  act(() => {
    chooseTheme('system')
  })
})

it('follows the system until somebody chooses', () => {
  startTheme()
  renderAt('/', <ThemeSwitch />)
  expect(shown()).toBeUndefined()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '跟随系统' }).checked).toBe(true)
})

it('shows the chosen theme at once and remembers it', () => {
  renderAt('/', <ThemeSwitch />)
  fireEvent.click(screen.getByRole('radio', { name: '深色' }))
  expect(shown()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '深色' }).checked).toBe(true)
})

it('forgets the choice when the system is to decide again', () => {
  renderAt('/', <ThemeSwitch />)
  fireEvent.click(screen.getByRole('radio', { name: '浅色' }))
  fireEvent.click(screen.getByRole('radio', { name: '跟随系统' }))
  expect(shown()).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
})

it('starts with what the browser remembers, and ignores what it never wrote', () => {
  localStorage.setItem('theme', 'dark')
  startTheme()
  expect(shown()).toBe('dark')
  localStorage.setItem('theme', 'sepia')
  startTheme()
  expect(shown()).toBeUndefined()
})
