import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderAt } from '../testing/render'
import { Tabs } from '.'

function Example() {
  const [value, setValue] = useState<'threads' | 'replies'>('threads')
  return (
    <Tabs
      label="我的内容"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'threads', label: '主题', panel: '三个主题' },
        { value: 'replies', label: '回复', panel: '五条回复' },
      ]}
    />
  )
}

it('shows the panel of a tab that the mouse presses, but not for the other button', () => {
  renderAt('/', <Example />)
  const tab = screen.getByRole('tab', { name: '回复' })
  fireEvent.mouseDown(tab, { button: 2 })
  expect(screen.getByRole('tabpanel').textContent).toBe('三个主题')
  fireEvent.mouseDown(tab, { button: 0 })
  expect(screen.getByRole('tabpanel').textContent).toBe('五条回复')
})

it('shows one panel at a time, and arrow keys move through the tabs', async () => {
  renderAt('/', <Example />)
  expect(screen.getByRole('tablist', { name: '我的内容' })).toBeTruthy()
  expect(screen.getByRole('tabpanel').textContent).toBe('三个主题')

  screen.getByRole('tab', { name: '主题' }).focus()
  fireEvent.keyDown(screen.getByRole('tab', { name: '主题' }), { key: 'ArrowRight' })

  const chosen = await screen.findByRole('tab', { name: '回复', selected: true })
  expect(document.activeElement).toBe(chosen)
  expect(screen.getByRole('tabpanel').textContent).toBe('五条回复')
})
