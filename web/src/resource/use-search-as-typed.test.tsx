import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { type Result } from '../lib/result'
import { useSearchAsTyped } from './use-search-as-typed'

const search = vi.fn<(text: string, signal: AbortSignal) => Promise<Result<string>>>()
const failure = new ApiError(0, 'NETWORK', 'away')

beforeEach(() => {
  vi.useFakeTimers()
  search.mockReset().mockImplementation((text) => Promise.resolve({ ok: true, value: `found ${text}` }))
})
afterEach(() => {
  vi.useRealTimers()
})

const typeInto = (first: string | null) =>
  renderHook(({ text }) => useSearchAsTyped(text, search), { initialProps: { text: first } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('searches once typing pauses', async () => {
  const { result, rerender } = typeInto('a')
  await pass(299)
  rerender({ text: 'ab' })
  await pass(299)
  expect(search).not.toHaveBeenCalled()
  await pass(1)
  expect(search.mock.calls.map(([text]) => text)).toEqual(['ab'])
  expect(result.current.found).toEqual({ text: 'ab', value: 'found ab' })
})

it('keeps what was found when a search fails, until another one succeeds', async () => {
  const { result, rerender } = typeInto('a')
  await pass(300)
  search.mockResolvedValueOnce({ ok: false, error: failure })
  rerender({ text: 'ab' })
  await pass(300)
  expect(result.current).toEqual({ found: { text: 'a', value: 'found a' }, error: failure })
  rerender({ text: 'abc' })
  await pass(300)
  expect(result.current).toEqual({ found: { text: 'abc', value: 'found abc' }, error: null })
})

it('cancels a search that a newer one replaces', async () => {
  search.mockImplementationOnce(
    (_text, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  )
  const { result, rerender } = typeInto('a')
  await pass(300)
  rerender({ text: 'ab' })
  await pass(300)
  expect(result.current).toEqual({ found: { text: 'ab', value: 'found ab' }, error: null })
})

it('searches for nothing while there is no text', async () => {
  typeInto(null)
  await pass(1_000)
  expect(search).not.toHaveBeenCalled()
})
