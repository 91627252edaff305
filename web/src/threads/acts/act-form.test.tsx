import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import '../../testing/render'
import { ActForm } from './ActForm'
import { type ActInput } from './acts'
import { type Span } from './spans'
import { type ActFormSpec, useActForm } from './use-act-form'

const MUTE: ActFormSpec = { asks: 'until', spans: ['hour', 'threeDays'] }
const send = vi.fn((_given: ActInput) => Promise.resolve({ ok: true as const, value: undefined }))

function Asking({
  act,
  span = 'threeDays',
  isQuick = false,
}: {
  act: ActFormSpec
  span?: Span
  isQuick?: boolean
}) {
  const form = useActForm({ act, initial: { span: { span, custom: '' } }, send })
  return <ActForm form={form} reasonHelp="" submit="做" isQuick={isQuick} />
}
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
const isOn = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true'

it('chooses a reason by its digit and sends with Ctrl + Enter, from anywhere on the page', async () => {
  send.mockClear()
  render(<Asking act={{ asks: 'reason' }} />)
  press('8')
  expect(send).not.toHaveBeenCalled()
  press('Enter', { ctrlKey: true })
  await waitFor(() => {
    expect(send).toHaveBeenCalledWith({ reason: '与版块主题不符' })
  })
})

it('acts at once on a digit where acts are quick, but asks for words with 其他', async () => {
  send.mockClear()
  render(<Asking act={{ asks: 'reason' }} isQuick />)
  press('7')
  await screen.findByText('选了“其他”，请写明理由')
  expect(send).not.toHaveBeenCalled()
  press('1')
  await waitFor(() => {
    expect(send).toHaveBeenCalledWith({ reason: '垃圾广告' })
  })
})

it('leaves keys alone under a dialog', () => {
  render(
    <>
      <Asking act={{ asks: 'reason' }} />
      <div role="dialog" />
    </>,
  )
  press('1')
  expect(isOn('垃圾广告')).toBe(false)
})

it('leaves digits alone that are typed into a text', () => {
  render(<Asking act={{ asks: 'reason' }} />)
  fireEvent.keyDown(screen.getByRole('textbox'), { key: '1' })
  expect(isOn('垃圾广告')).toBe(false)
})

it('goes back to three days when the act changes to one that cannot last as long as was chosen', () => {
  const { rerender } = render(<Asking act={MUTE} span="hour" />)
  expect(isChosen('1 小时')).toBe(true)
  rerender(<Asking act={{ asks: 'until', spans: ['threeDays', 'forever'] }} span="hour" />)
  expect(isChosen('3 天')).toBe(true)
})

it('takes no end that is not in the future', async () => {
  send.mockClear()
  render(<Asking act={MUTE} />)
  press('1')
  fireEvent.click(screen.getByRole('radio', { name: '自定' }))
  fireEvent.change(screen.getByLabelText(/^到什么时候/), { target: { value: '2020-01-01T00:00' } })
  press('Enter', { ctrlKey: true })
  await screen.findByText('请选择将来的时间')
  expect(send).not.toHaveBeenCalled()
})
