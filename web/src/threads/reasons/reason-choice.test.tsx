import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import '../../testing/render'
import { NO_REASON } from './reason'
import { ReasonChoice } from './ReasonChoice'

it('offers a moderator the reasons of reporters, and then those for a misplaced or repeated thread', () => {
  const onChange = vi.fn()
  render(<ReasonChoice value={NO_REASON} help="" onChange={onChange} />)
  const reasons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(reasons).toEqual([
    '1垃圾广告',
    '2色情低俗',
    '3违法违规',
    '4涉嫌侵权',
    '5人身攻击',
    '6泄露隐私',
    '7其他',
    '8与版块主题不符',
    '9重复发帖',
  ])
  fireEvent.click(screen.getByRole('button', { name: '泄露隐私' }))
  expect(onChange).toHaveBeenCalledWith({ preset: 'privacy', words: '' })
})

it('chooses a reason by its digit wherever reasons are shown', () => {
  const onChange = vi.fn()
  render(<ReasonChoice value={{ preset: null, words: '又来了' }} help="" onChange={onChange} />)
  fireEvent.keyDown(document.body, { key: '9' })
  expect(onChange).toHaveBeenCalledWith({ preset: 'duplicate', words: '又来了' })
})
