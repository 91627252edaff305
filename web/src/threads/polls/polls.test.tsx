import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import '../../testing/forum'
import { type DraftPoll, EMPTY_POLL } from './draft-poll'
import { PollEditor } from './PollEditor'

it('lets members choose no more options than are left', () => {
  let poll: DraftPoll | null = null
  function Page() {
    const [value, setValue] = useState<DraftPoll | null>({ ...EMPTY_POLL, options: ['甲', '乙', '丙'] })
    poll = value
    return <PollEditor poll={value} onChange={setValue} problem={null} />
  }
  render(<Page />)
  const choices = () => screen.getByRole<HTMLSelectElement>('combobox')
  fireEvent.change(choices(), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: '移除选项 3' }))
  expect(choices().value).toBe('2')
  expect(poll).toMatchObject({ options: ['甲', '乙'], maxChoices: 2 })
})
