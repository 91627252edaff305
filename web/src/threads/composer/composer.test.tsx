import { type Attachment } from '@forum/shared/contract'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import '../../testing/render'
import { Composer } from './Composer'
import { tagOf } from './pictures'

const onEscape = vi.fn()

/** A form that closes on Escape, as the reply over the page does. */
function Form() {
  const [value, setValue] = useState('写到一半的话')
  return (
    <form
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onEscape()
      }}
    >
      <Composer
        label="回复"
        value={value}
        onChange={setValue}
        preview={(source) => <p>{source}</p>}
        max={100}
      />
    </form>
  )
}
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '回复' })
const preview = () => screen.queryByRole('region', { name: '预览' })
const pressEscape = () => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
}

it('leaves the preview on Escape, to where the text was being written, before its form closes', () => {
  render(<Form />)
  box().setSelectionRange(2, 2)
  const button = screen.getByRole('button', { name: '预览' })
  button.focus()
  fireEvent.click(button)
  expect(preview()).not.toBeNull()
  pressEscape()
  expect(preview()).toBeNull()
  expect(onEscape).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(box())
  expect(box().selectionStart).toBe(2)
  pressEscape()
  expect(onEscape).toHaveBeenCalledTimes(1)
})

it('removes the label of a picture whole when a key damages it', () => {
  const attachment = {
    id: 1,
    url: `/api/uploads/${'0'.repeat(64)}.jpg`,
    width: 4,
    mimeType: 'image/jpeg',
  } as Attachment
  const onChange = vi.fn()
  function Placed() {
    const [value, setValue] = useState(`前${tagOf(attachment)}后`)
    const files = { place: 'draft:7:reply:5', attached: [{ attachment, name: '甲.jpg' }] }
    return (
      <Composer
        label="回复"
        value={value}
        onChange={(source) => {
          onChange(source)
          setValue(source)
        }}
        preview={() => null}
        max={100}
        files={{ ...files, onAttach: vi.fn(), onDetach: vi.fn(), write: vi.fn() }}
      />
    )
  }
  render(<Placed />)
  expect(box().value).toBe('前[图片 甲.jpg]后')
  fireEvent.change(box(), { target: { value: '前[图片 甲.jpg后' } })
  expect(onChange).toHaveBeenLastCalledWith('前后')
  expect(box().value).toBe('前后')
  expect(box().selectionStart).toBe(1)
})
