import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import '../../testing/forum'
import { type DraftPoll, EMPTY_POLL } from './draft-poll'
import { PollEditor } from './PollEditor'

it('lets members choose no more options than are left', () => {
  const changed = vi.fn<(poll: DraftPoll | null) => void>()
  function Page() {
    const [value, setValue] = useState<DraftPoll | null>({ ...EMPTY_POLL, options: ['甲', '乙', '丙'] })
    return (
      <PollEditor
        poll={value}
        onChange={(poll) => {
          changed(poll)
          setValue(poll)
        }}
        problem={null}
      />
    )
  }
  render(<Page />)
  const choices = () => screen.getByRole<HTMLSelectElement>('combobox')
  fireEvent.change(choices(), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: '移除选项 3' }))
  expect(choices().value).toBe('2')
  expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ options: ['甲', '乙'], maxChoices: 2 }))
})
