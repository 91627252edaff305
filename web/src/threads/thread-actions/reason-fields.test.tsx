import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import '../../testing/render'
import { ReasonFields } from './ReasonFields'

it('offers a moderator the usual reasons with those for a misplaced or repeated thread', () => {
  const onChange = vi.fn()
  render(<ReasonFields value="" onChange={onChange} />)
  const reasons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(reasons).toEqual([
    '垃圾广告',
    '色情低俗',
    '违法违规',
    '涉嫌侵权',
    '人身攻击',
    '泄露隐私',
    '与版块主题不符',
    '重复发帖',
    '其他',
  ])
  fireEvent.click(screen.getByRole('button', { name: '泄露隐私' }))
  expect(onChange).toHaveBeenCalledWith('泄露隐私')
})
