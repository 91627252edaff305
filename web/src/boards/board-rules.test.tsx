import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aBoard } from '../testing/boards'
import { renderAt } from '../testing/render'
import { BoardHead } from './BoardHead'
import { BoardMark } from './BoardMark'
import { BoardRules } from './BoardRules'

beforeEach(() => {
  localStorage.clear()
})

const rules = aBoard({ id: 7, rules: '先检查[b]绳结[/b]。' })
const details = () => document.querySelector('details')!

it('shows the rules of a board until a reader folds them, and again once they change', async () => {
  const { unmount } = renderAt('/boards/7', <BoardRules board={rules} />)
  expect((await screen.findByText('绳结')).tagName).toBe('STRONG')
  details().open = false
  fireEvent(details(), new Event('toggle'))
  unmount()
  renderAt('/boards/7', <BoardRules board={rules} />).unmount()
  renderAt('/boards/7', <BoardRules board={rules} />)
  expect(details().open).toBe(false)
  document.body.replaceChildren()
  renderAt('/boards/7', <BoardRules board={{ ...rules, rules: '改过了' }} />)
  expect(details().open).toBe(true)
})

it.each([
  [{ icon: '🧗', color: null }, '🧗'],
  [{ icon: null, color: '#1f6f43' }, '岩'],
])('marks a board with %o', (given, text) => {
  renderAt('/', <BoardMark board={aBoard({ id: 7, name_zh: '岩馆', ...given })} />)
  const mark = document.querySelector<HTMLElement>('.board-mark')
  expect(mark?.textContent).toBe(text)
  expect(mark?.style.borderColor ?? '').toBe(given.color ?? '')
})

it('shows the picture of a board, and nothing for a board without a mark', () => {
  renderAt('/', <BoardMark board={aBoard({ id: 7, icon: '/api/uploads/a.webp' })} />)
  expect(document.querySelector('.board-mark img')?.getAttribute('src')).toBe('/api/uploads/a.webp')
  document.body.replaceChildren()
  renderAt('/', <BoardMark board={aBoard({ id: 7 })} />)
  expect(document.querySelector('.board-mark')).toBeNull()
})

it('shows the mark of a board before its name, of which it is no part', () => {
  renderAt('/boards/7', <BoardHead board={aBoard({ id: 7, name_zh: '岩馆', icon: '🧗' })} />)
  expect(screen.getByRole('heading', { name: '岩馆' }).textContent).toBe('🧗岩馆')
})
