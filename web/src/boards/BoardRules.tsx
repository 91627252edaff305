import { type Board } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../lib/storage'
import { useOffers } from '../state/offers'
import { boardScreenText } from './board-screen.texts'
import './board-mark.css'

const placeOf = (boardId: number) => `board-rules:${boardId}`

/** The rules of a board above its list. Once a reader has folded them, they stay folded until they change. */
export function BoardRules({ board: { id, rules } }: { board: Pick<Board, 'id' | 'rules'> }) {
  const { markup } = useOffers()
  const text = markup.use()
  const [isRead] = useState(() => readStored(placeOf(id)) === rules)
  const [isOpen, setIsOpen] = useState(!isRead)
  useEffect(() => {
    if (isOpen) markup.load().catch(() => undefined)
  }, [isOpen, markup])
  return (
    <details
      className="board-rules"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open)
        if (!open) writeStored(placeOf(id), rules)
      }}
    >
      <summary>{boardScreenText('rules')}</summary>
      <div>{text && isOpen && <text.Component source={rules} />}</div>
    </details>
  )
}
