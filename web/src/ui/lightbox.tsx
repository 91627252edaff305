import * as RadixDialog from 'radix-ui/dialog'
import { type PointerEvent, useRef, useState } from 'react'
import { keyOf } from '../lib/keys'
import { commonText } from '../lib/i18n'
import { ChevronLeft, ChevronRight, X } from './icons'
import { useCloseOnBack } from './use-close-on-back'
import { lightboxText } from './lightbox.texts'
import './lightbox.css'

export interface LightboxPicture {
  url: string
  /** The text of its caption; '' without one. */
  description: string
}

/** Minimum movement of a swipe, in pixels; a shorter one is a tap. */
const SWIPE_PX = 60

/**
 * Shows pictures over the page, one at a time and as large as fits; a long one fills the width and scrolls. Arrow keys
 * and swipes step, Escape, a press beside the picture and the Back button close.
 */
export default function Lightbox({
  pictures,
  index: first,
  onClose,
}: {
  pictures: readonly LightboxPicture[]
  index: number
  onClose: () => void
}) {
  const [index, setIndex] = useState(first)
  const before = useRef<Element | null>(null)
  const content = useRef<HTMLDivElement>(null)
  useCloseOnBack(true, onClose)

  const picture = pictures[index]
  const hasPrevious = index > 0
  const hasNext = index < pictures.length - 1
  const step = (by: 1 | -1) => {
    const to = index + by
    if (to >= 0 && to < pictures.length) setIndex(to)
  }
  if (!picture) return null
  return (
    <RadixDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="lightbox-veil" />
        <RadixDialog.Content
          ref={content}
          className="lightbox"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            before.current = document.activeElement
            content.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
          }}
          onKeyDown={(event) => {
            if (keyOf(event) === 'ArrowLeft') step(-1)
            else if (keyOf(event) === 'ArrowRight') step(1)
          }}
        >
          <RadixDialog.Title className="lightbox-title num">
            <span className="visually-hidden">{lightboxText('viewer')}</span>
            {pictures.length > 1 && lightboxText('imageOf', { n: index + 1, total: pictures.length })}
          </RadixDialog.Title>
          <Stage key={picture.url} picture={picture} onStep={step} onClose={onClose} />
          {hasPrevious && (
            <button
              type="button"
              className="lightbox-button lightbox-previous"
              aria-label={lightboxText('previousImage')}
              onClick={() => {
                step(-1)
              }}
            >
              <ChevronLeft aria-hidden />
            </button>
          )}
          {hasNext && (
            <button
              type="button"
              className="lightbox-button lightbox-next"
              aria-label={lightboxText('nextImage')}
              onClick={() => {
                step(1)
              }}
            >
              <ChevronRight aria-hidden />
            </button>
          )}
          {picture.description !== '' && <p className="lightbox-caption">{picture.description}</p>}
          <a
            className="lightbox-original"
            href={picture.url}
            target="_blank"
            rel="nofollow ugc noopener noreferrer"
          >
            {lightboxText('openOriginal')}
          </a>
          <RadixDialog.Close className="lightbox-button lightbox-close" aria-label={commonText('close')}>
            <X aria-hidden />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** One picture: a tap beside it or a swipe down closes it, and a swipe to the side steps to the next. */
function Stage({
  picture,
  onStep,
  onClose,
}: {
  picture: LightboxPicture
  onStep: (by: 1 | -1) => void
  onClose: () => void
}) {
  const [isLong, setIsLong] = useState(false)
  const start = useRef<{ x: number; y: number } | null>(null)
  const onPointerUp = (event: PointerEvent) => {
    const from = start.current
    start.current = null
    if (!from || event.pointerType === 'mouse') return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy)) onStep(dx < 0 ? 1 : -1)
    else if (!isLong && dy > SWIPE_PX * 1.5) onClose()
  }
  return (
    <div
      className={isLong ? 'lightbox-stage lightbox-long' : 'lightbox-stage'}
      onPointerDown={({ clientX, clientY }) => {
        start.current = { x: clientX, y: clientY }
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        start.current = null
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
    >
      <img
        src={picture.url}
        alt={picture.description || lightboxText('openImage')}
        referrerPolicy="no-referrer"
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setIsLong(naturalHeight >= naturalWidth * 2.5)
        }}
      />
    </div>
  )
}
