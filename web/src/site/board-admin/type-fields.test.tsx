import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { TypeFields } from './TypeFields'

it('gives a new type a key that no type of the board has had', () => {
  const onChange = vi.fn<Parameters<typeof TypeFields>[0]['onChange']>()
  render(
    <TypeFields
      values={{ types: [], typeRequired: false, isQuestions: false }}
      error={undefined}
      onChange={onChange}
    />,
  )
  const add = screen.getByRole('button', { name: '添加分类' })
  for (let count = 0; count < 20; count += 1) fireEvent.click(add)
  // Each of them was removed again.
  const keys = onChange.mock.calls.map(([{ types }]) => types?.[0]?.key)
  expect(new Set(keys).size).toBe(20)
  expect(keys.every((key) => /^[a-z0-9-]{1,24}$/.test(key ?? ''))).toBe(true)
})
