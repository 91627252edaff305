import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderAt } from '../testing/render'
import { isSendKey, useShortcuts, walk, walkable } from './shortcuts'

function Listening({ onReply }: { onReply: () => void }) {
  useShortcuts({ r: onReply })
  return (
    <>
      <p>正文</p>
      <textarea aria-label="回复" />
    </>
  )
}

it('reacts to a key alone, and not to a combination that contains it', () => {
  const reply = vi.fn()
  renderAt('/', <Listening onReply={reply} />)
  fireEvent.keyDown(document.body, { key: 'r', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'r', metaKey: true })
  fireEvent.keyDown(document.body, { key: 'x' })
  expect(reply).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'r' })
  expect(reply).toHaveBeenCalledOnce()
})

it('ignores shortcuts while an input has focus', () => {
  const reply = vi.fn()
  renderAt('/', <Listening onReply={reply} />)
  fireEvent.keyDown(screen.getByLabelText('回复'), { key: 'r' })
  expect(reply).not.toHaveBeenCalled()
})

it('ignores shortcuts while a dialog is open', () => {
  const reply = vi.fn()
  renderAt(
    '/',
    <>
      <Listening onReply={reply} />
      <div role="dialog" />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'r' })
  expect(reply).not.toHaveBeenCalled()
})

it('moves forward and back through the items, and stops at both ends', () => {
  renderAt(
    '/',
    <>
      <a href="/1" {...walkable}>
        一
      </a>
      <a href="/2" {...walkable}>
        二
      </a>
    </>,
  )
  const here = () => document.activeElement?.textContent
  walk(1)
  expect(here()).toBe('一')
  walk(1)
  walk(1)
  expect(here()).toBe('二')
  walk(-1)
  walk(-1)
  expect(here()).toBe('一')
})

it('sends on Ctrl or ⌘ with Enter, never while an input method is composing', () => {
  const key = { key: 'Enter', keyCode: 13, ctrlKey: false, metaKey: false }
  expect(isSendKey(key)).toBe(false)
  expect(isSendKey({ ...key, ctrlKey: true })).toBe(true)
  expect(isSendKey({ ...key, metaKey: true })).toBe(true)
  expect(isSendKey({ ...key, ctrlKey: true, nativeEvent: { isComposing: true } })).toBe(false)
  // Safari ends the composition before the key that confirms it.
  expect(isSendKey({ ...key, ctrlKey: true, keyCode: 229, nativeEvent: { isComposing: false } })).toBe(false)
})
