import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renderAt } from '../../testing/render'
import { ThemeSwitch } from './ThemeSwitch'
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

it('follows the system until a theme is chosen', () => {
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

it('removes the stored choice when the system theme is chosen', () => {
  renderAt('/', <ThemeSwitch />)
  fireEvent.click(screen.getByRole('radio', { name: '浅色' }))
  fireEvent.click(screen.getByRole('radio', { name: '跟随系统' }))
  expect(shown()).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
})

it('starts with the stored theme, and ignores unknown values', () => {
  localStorage.setItem('theme', 'dark')
  startTheme()
  expect(shown()).toBe('dark')
  localStorage.setItem('theme', 'sepia')
  startTheme()
  expect(shown()).toBeUndefined()
})
