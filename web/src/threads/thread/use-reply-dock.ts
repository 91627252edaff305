import { isBlank } from '@forum/shared/text'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { forum } from '../../store'
import { useCloseOnBack, useIsWide } from '../../ui'
import { drafts } from '../../state/drafts'
import { replyPlace } from '../../state/thread-copy'
import { focusReadPost, isInWindow } from './permalink'
import { shrinkOpenDock, useOnlyDock } from './use-only-dock'
import { EMPTY_REPLY, type ReplyDraft } from './replies'

/** The place of the reply form: at the end of the page, or open over it. */
export interface ReplyDock {
  isOpen: boolean
  textarea: RefObject<HTMLTextAreaElement | null>
  /** Returns the text field; null while there is none. */
  box: () => HTMLTextAreaElement | null
  /** Opens the form over the page, whose position does not change, and focuses it. */
  open: () => void
  /** Returns the form from over the page to its end, and the focus to its previous place. */
  close: () => void
}

/** Returns whether a draft has content to lose. */
export const isWritten = ({ content, files }: ReplyDraft): boolean => !isBlank(content) || files.length > 0

export const readReplyDraft = (threadId: number): ReplyDraft =>
  drafts.read(replyPlace(forum.read, threadId), EMPTY_REPLY).value

export function useReplyDock(): ReplyDock {
  const [isOpen, setIsOpen] = useState(false)
  const isWide = useIsWide()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const before = useRef<Element | null>(null)

  const box = useCallback(() => textarea.current, [])
  const shrink = useCallback(() => {
    setIsOpen(false)
  }, [])
  const open = useCallback(() => {
    shrinkOpenDock(shrink)
    const { activeElement } = document
    if (!activeElement?.closest('.reply-area')) before.current = activeElement
    const form = textarea.current?.form
    // A form in sight need not move; on a phone the keyboard would cover it.
    const isAtHand = isWide && form ? isInWindow(form) : false
    // At once, since phones only show the keyboard if the focus moves during the press.
    if (!isAtHand) {
      flushSync(() => {
        setIsOpen(true)
      })
    }
    const opened = textarea.current
    if (!opened) {
      // Replies are closed, or a moderator has to open the form of a locked thread first.
      setIsOpen(false)
      document.querySelector('.reply-area')?.scrollIntoView({ block: 'center' })
      document.querySelector<HTMLElement>('.reply-open')?.focus({ preventScroll: true })
      return
    }
    opened.focus({ preventScroll: true })
    // Typing continues at the end of a restored draft.
    if (opened.selectionEnd === 0) opened.setSelectionRange(opened.value.length, opened.value.length)
  }, [isWide, shrink])

  const close = useCallback(() => {
    // At once, since the element that had the focus may be hidden while the form is open.
    flushSync(() => {
      setIsOpen(false)
    })
    // The reading bar is hidden while the form has the focus.
    textarea.current?.blur()
    const opener = before.current
    // A reader who entered the form in the page without opening it returns to the post at their position.
    before.current = null
    if (opener instanceof HTMLElement && opener !== document.body) opener.focus({ preventScroll: true })
    if (document.activeElement !== opener) focusReadPost()
  }, [])
  useOnlyDock(isOpen, shrink)
  useCloseOnBack(isOpen && !isWide, close)
  return { isOpen, textarea, box, open, close }
}
