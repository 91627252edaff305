import { type RefObject, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { forum } from '../../store'
import { Quote, Search } from '../../ui/icons'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { postIdOf } from './permalink'
import { selectionIn } from './selection'
import { threadText } from './thread.texts'

/** The distance between the selected words and the bubble, in pixels; below them on a phone, whose own menu is above. */
const GAP_PX = 8

/** Half the width of the bubble, in pixels, and a margin. */
const HALF_PX = 104

interface Selected {
  post: PostEntity
  words: string
  /** From the top left of the thread, in pixels. */
  x: number
  y: number
}

/** Offers to quote the words that the reader has selected in a post, or to search for them. */
export function SelectionBubble({
  screen,
  onQuote,
}: {
  screen: RefObject<HTMLElement | null>
  /** Omitted for readers who cannot reply. */
  onQuote: ((post: PostEntity) => void) | undefined
}) {
  const selected = useSelectedWords(screen)
  if (!selected) return null
  return (
    <div
      className="selection-bubble"
      style={{
        left: `clamp(${HALF_PX}px, ${selected.x}px, calc(100% - ${HALF_PX}px))`,
        top: `${selected.y}px`,
      }}
      // Preserves the selection.
      onPointerDown={(event) => {
        event.preventDefault()
      }}
    >
      {onQuote && (
        <button
          type="button"
          onClick={() => {
            onQuote(selected.post)
          }}
        >
          <Quote aria-hidden />
          {threadText('quoteSelection')}
        </button>
      )}
      <Link to={`/search?q=${encodeURIComponent(selected.words)}`}>
        <Search aria-hidden />
        {threadText('searchSelection')}
      </Link>
    </div>
  )
}

function useSelectedWords(screen: RefObject<HTMLElement | null>): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null)
  useEffect(() => {
    const container = screen.current
    let isPressed = false
    const update = () => {
      setSelected(isPressed || !container ? null : selectedIn(container))
    }
    const cleanup = new AbortController()
    const { signal } = cleanup
    document.addEventListener('selectionchange', update, { signal })
    // While the pointer is down the selection still grows.
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        isPressed = !(target instanceof Element && target.closest('.selection-bubble'))
      },
      { signal },
    )
    for (const end of ['pointerup', 'pointercancel'] as const)
      document.addEventListener(
        end,
        () => {
          isPressed = false
          update()
        },
        { signal },
      )
    return () => {
      cleanup.abort()
    }
  }, [screen])
  return selected
}

function selectedIn(container: HTMLElement): Selected | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: node } = range
  const article = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-number]')
  const postId = article ? postIdOf(`#${article.id}`) : null
  const post = postId === null ? undefined : forum.read(threadCopySlice).posts[postId]
  const words = post && selectionIn(post)?.text
  if (!post || !words) return null
  const { left, width, top, bottom } = range.getBoundingClientRect()
  const from = container.getBoundingClientRect()
  const isBelow = matchMedia('(pointer: coarse)').matches
  return {
    post,
    words,
    x: left + width / 2 - from.left,
    y: isBelow ? bottom + GAP_PX - from.top : top - GAP_PX - from.top,
  }
}
