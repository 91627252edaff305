import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { readComplaintForm, sendComplaint } from './complaint.actions'
import { ComplaintScreen } from './ComplaintScreen'

vi.mock('./complaint.actions', () => ({ readComplaintForm: vi.fn(), sendComplaint: vi.fn() }))

const show = (mail: boolean) => {
  vi.mocked(readComplaintForm).mockResolvedValue({ challenge: null, mail })
  vi.mocked(sendComplaint).mockReset().mockResolvedValue({ ok: true, value: undefined })
  render(
    <MemoryRouter initialEntries={['/complaint?url=https%3A%2F%2Fforum.example%2Fposts%2F5']}>
      <ComplaintScreen />
    </MemoryRouter>,
  )
}
const type = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const send = () => {
  fireEvent.click(screen.getByRole('button', { name: '提交投诉' }))
}

it('sends a complaint about copyright only with the statement that it is true', async () => {
  show(true)
  await screen.findByText('填邮箱，处理后会写信答复')
  type('哪里不对', '这是我写的')
  type('怎么联系你', 'writer@mail.example')
  send()
  expect(screen.getByText('版权投诉须有这项声明')).toBeDefined()
  expect(sendComplaint).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('checkbox'))
  send()
  expect(await screen.findByText(/写信到 writer@mail\.example/)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '收到了' }))
  expect(sendComplaint).toHaveBeenCalledWith({
    url: 'https://forum.example/posts/5',
    kind: 'copyright',
    text: '这是我写的',
    contact: 'writer@mail.example',
    isTrue: true,
  })
})

it('promises no mail to a contact that gets none', async () => {
  show(true)
  await screen.findByText('填邮箱，处理后会写信答复')
  fireEvent.change(screen.getByLabelText('关于什么'), { target: { value: 'privacy' } })
  type('哪里不对', '我的电话')
  type('怎么联系你', '电话 555-0100')
  send()
  expect(await screen.findByText(/按你留的方式联系你：电话 555-0100/)).toBeDefined()
})
