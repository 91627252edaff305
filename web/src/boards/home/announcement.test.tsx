import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderAt } from '../../testing/render'
import { Announcement } from './Announcement'

/** Stands for the document that the server rendered. */
function renderDocument(content: string): void {
  document.body.insertAdjacentHTML('beforeend', `<div class="readable"><p>${content}</p></div>`)
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.querySelector('.readable')?.remove()
})

it('shows the announcement of the rendered document until it is loaded, in as many lines', () => {
  renderDocument('<span class="readable-announcement">今晚 <a href="/boards/3">维护</a></span>')
  renderAt('/', <Announcement />)
  expect(screen.getByRole('region', { name: '公告' }).textContent).toContain('今晚 维护')
})

it('keeps no space for an announcement if the rendered document has none', () => {
  renderDocument('最新回复')
  renderAt('/', <Announcement />)
  expect(screen.queryByRole('region', { name: '公告' })).toBeNull()
})
