import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { type Result } from '../lib/result'
import { FormField } from './form-field'
import { FormError } from './field'
import { useForm } from './use-form'

const send = vi.fn<(values: { name: string; city: string }) => Promise<Result<void>>>()
const onSent = vi.fn()

function Form() {
  const form = useForm({
    initial: { name: '', city: '' },
    check: ({ name, city }) => ({
      city: city === '' ? '没填城市' : undefined,
      name: name === '' ? '没填名字' : undefined,
    }),
    send,
    onSent: () => {
      onSent()
      form.reset()
    },
    fieldOf: { USERNAME_TAKEN: 'name' },
    waits: true,
  })
  return (
    <form {...form.props}>
      <FormError>{form.problem}</FormError>
      <FormField form={form} name="name" label="名字" />
      <FormField form={form} name="city" label="城市" />
      <button disabled={form.isBusy || form.isWaiting}>发送</button>
    </form>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } })
}
const submit = () => act(async () => fireEvent.submit(screen.getByRole('button').closest('form')!))
const refuse = (error: ApiError) => send.mockResolvedValueOnce({ ok: false, error })

beforeEach(() => {
  send.mockReset().mockResolvedValue({ ok: true, value: undefined })
  onSent.mockReset()
  render(<Form />)
})

afterEach(cleanup)

it('moves the focus to the first wrong field on the screen, and sends nothing', async () => {
  await submit()
  expect(screen.getByText('没填城市')).toBeDefined()
  expect(document.activeElement).toBe(field('名字'))
  expect(send).not.toHaveBeenCalled()
})

it('removes the error of a field once it is changed', async () => {
  await submit()
  type('名字', '老王')
  expect(screen.queryByText('没填名字')).toBeNull()
  expect(screen.getByText('没填城市')).toBeDefined()
})

it('sends a form once while it is under way, and empties it on reset', async () => {
  let accept: (result: Result<void>) => void = () => undefined
  send.mockReturnValueOnce(new Promise((resolve) => (accept = resolve)))
  type('名字', '老王')
  type('城市', '多伦多')
  await submit()
  await submit()
  expect(send.mock.calls).toEqual([[{ name: '老王', city: '多伦多' }]])
  await act(async () => {
    accept({ ok: true, value: undefined })
  })
  expect(onSent).toHaveBeenCalledOnce()
  expect(field('名字').value).toBe('')
})

it.each([
  new ApiError(409, 'USERNAME_TAKEN', '名字已被使用'),
  new ApiError(400, 'VALIDATION_FAILED', '请检查', {
    fields: [{ field: 'name', code: 'taken', message: '名字已被使用' }],
  }),
])('shows a refusal beside the field that it concerns, and focuses it', async (error) => {
  refuse(error)
  type('名字', '老王')
  type('城市', '多伦多')
  await submit()
  expect(document.activeElement).toBe(field('名字'))
  expect(field('名字').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(field('城市').value).toBe('多伦多')
})

it('waits until a retry may succeed', async () => {
  refuse(new ApiError(429, 'TOO_MANY_REQUESTS', '太快了', { retryAfterSeconds: 30 }))
  type('名字', '老王')
  type('城市', '多伦多')
  await submit()
  await submit()
  expect(screen.getByRole('alert').textContent).toContain('30')
  expect(send).toHaveBeenCalledOnce()
})

it('says why a server takes nothing, and may be sent again at once', async () => {
  refuse(new ApiError(503, 'UNAVAILABLE', '本站正在维护', { retryAfterSeconds: 60 }))
  type('名字', '老王')
  type('城市', '多伦多')
  await submit()
  expect(screen.getByRole('alert').textContent).toBe('本站正在维护')
  await submit()
  expect(send).toHaveBeenCalledTimes(2)
})
