import { formatCount } from '@forum/shared/text'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { language } from '../../lib/i18n'
import { classNames } from '../../ui'
import { ChevronDown, ChevronUp } from '../../ui/icons'
import { focusPost, postAnchor, UNFOLD } from './permalink'
import { threadText } from './thread.texts'

/** Replies with more characters show only their first lines; the others are folded by their height. */
const LONG = 2_000
const READ_PER_MINUTE = 500

/**
 * The text of a reply, folded if it is long. A link to the post, a focus inside the hidden part and printing show all of
 * it. The height is limited from the start, so that folding moves nothing.
 */
export function FoldedText({
  postId,
  length,
  children,
}: {
  postId: number
  /** Number of characters of the source. */
  length: number
  children: ReactNode
}) {
  const text = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  const isLong = length > LONG
  useLayoutEffect(() => {
    const element = text.current
    if (!element || isOpen) return undefined
    const measure = () => {
      setIsCut(element.scrollHeight > element.clientHeight + 1)
    }
    measure()
    const growth = new ResizeObserver(measure)
    for (const child of element.children) growth.observe(child)
    return () => {
      growth.disconnect()
    }
  }, [isOpen])
  useEffect(() => {
    const post = document.getElementById(postAnchor(postId))
    const unfold = () => {
      setIsOpen(true)
    }
    post?.addEventListener(UNFOLD, unfold)
    return () => {
      post?.removeEventListener(UNFOLD, unfold)
    }
  }, [postId])
  const fold = () => {
    setIsOpen(false)
    requestAnimationFrame(() => {
      document.getElementById(postAnchor(postId))?.scrollIntoView({ block: 'start' })
      focusPost(postId)
    })
  }
  return (
    <>
      <div
        ref={text}
        className={classNames(
          'folded-text',
          !isOpen && 'folded-text-cut',
          !isOpen && isLong && 'folded-text-lines',
          !isOpen && isCut && 'folded-text-faded',
        )}
        onFocus={({ target, currentTarget }) => {
          if (target.getBoundingClientRect().bottom > currentTarget.getBoundingClientRect().bottom)
            setIsOpen(true)
        }}
      >
        {children}
      </div>
      {isCut && (
        <button
          type="button"
          className="fold-button"
          aria-expanded={isOpen}
          onClick={
            isOpen
              ? fold
              : () => {
                  setIsOpen(true)
                }
          }
        >
          <b>{threadText(isOpen ? 'foldText' : 'unfoldText')}</b>
          {!isOpen && length > LONG && (
            <span className="num">
              {threadText('lengthOfText', {
                count: formatCount(Math.round(length / 100) * 100, language),
                minutes: Math.max(1, Math.round(length / READ_PER_MINUTE)),
              })}
            </span>
          )}
          {isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </button>
      )}
    </>
  )
}
