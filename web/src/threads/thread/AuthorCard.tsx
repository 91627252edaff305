import { type UserSummary } from '@forum/shared/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { keyOf } from '../../lib/keys'
import { ButtonLink, useIsWide, useListener } from '../../ui'
import { UserRoundSearch } from '../../ui/icons'
import { useOffers } from '../../state/offers'
import { authorPath } from './permalink'
import { threadText } from './thread.texts'

/** Delays of opening and closing: a pointer passes over names, and may slip off the card for a moment. */
const OPEN_MS = 350
const CLOSE_MS = 200

/**
 * Shows a card of the author while the pointer rests on the children. With the keyboard, Enter opens the author's page,
 * which has the same actions: a card that came and went with the focus would change the order of Tab.
 */
export function AuthorCard({
  author,
  threadId,
  children,
}: {
  author: UserSummary
  threadId: number
  children: ReactNode
}) {
  const isWide = useIsWide()
  const card = useOffers().memberCard
  const cardPart = card.use()
  const [isOpen, setIsOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const after = (ms: number, work: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, ms)
  }
  const open = () => {
    if (!isWide) return
    after(OPEN_MS, () => {
      card.load().catch(() => undefined)
      setIsOpen(true)
    })
  }
  const close = () => {
    after(CLOSE_MS, () => {
      // The question before blocking belongs to the card.
      if (!document.querySelector('[role="alertdialog"]')) setIsOpen(false)
    })
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )
  const onKey = (event: KeyboardEvent) => {
    if (keyOf(event) === 'Escape' && !document.querySelector('[role="alertdialog"]')) setIsOpen(false)
  }
  useListener(document, 'keydown', onKey, isOpen)
  return (
    <div
      ref={container}
      className="author-card-place"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') open()
      }}
      onPointerLeave={close}
      onBlur={({ relatedTarget }) => {
        if (!container.current?.contains(relatedTarget)) close()
      }}
    >
      {children}
      {isOpen && cardPart && (
        <div className="member-card" role="group" aria-label={author.displayName}>
          <cardPart.Component member={author}>
            <ButtonLink to={authorPath(threadId, author.id)} icon={<UserRoundSearch aria-hidden />}>
              {threadText('onlyThem')}
            </ButtonLink>
          </cardPart.Component>
        </div>
      )}
    </div>
  )
}
