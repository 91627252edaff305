import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useGrowth } from './use-growth'

const LINE_PX = 20
let observed: () => void = () => undefined
let width = 300

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => false })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        observed = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  const prototype = HTMLTextAreaElement.prototype
  vi.spyOn(prototype, 'clientWidth', 'get').mockImplementation(() => width)
  // A narrow field breaks every line in two.
  vi.spyOn(prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLTextAreaElement) {
    return this.value.split('\n').length * LINE_PX * (width < 200 ? 2 : 1)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  width = 300
})

function Field({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useGrowth(field, text, false)
  return <textarea ref={field} value={text} readOnly />
}

const heightOf = (container: HTMLElement) => container.querySelector('textarea')?.style.height

it('makes a field as high as its text in an engine that cannot, and follows its width', () => {
  const { container, rerender } = render(<Field text={'一\n二\n三'} />)
  expect(heightOf(container)).toBe('60px')
  rerender(<Field text="一" />)
  expect(heightOf(container)).toBe('20px')
  width = 150
  act(observed)
  expect(heightOf(container)).toBe('40px')
})

it('leaves the height to an engine that can', () => {
  vi.stubGlobal('CSS', { supports: () => true })
  const { container } = render(<Field text={'一\n二\n三'} />)
  expect(heightOf(container)).toBe('')
})

it('leaves a long text at the maximum height of its field', () => {
  const { container, rerender } = render(<Field text={'字\n'.repeat(100)} />)
  expect(heightOf(container)).toBe('2020px')
  rerender(<Field text={'字'.repeat(8_001)} />)
  expect(heightOf(container)).toBe('')
})
