import { useMemo } from 'react'
import { VisuallyHidden } from '../../ui'
import { actionsText } from './actions.texts'
import { differenceOf } from './difference'

export default function DiffParts({
  before,
  after,
  isWhole = false,
}: {
  before: string
  after: string
  isWhole?: boolean
}) {
  const parts = useMemo(() => differenceOf(before, after), [before, after])
  if (isWhole) return after
  if (before === after) return <span className="faint">{actionsText('diffSame')}</span>
  return parts.map(({ kind, text }, index) => {
    switch (kind) {
      case 'removed':
        return (
          <del key={index}>
            <VisuallyHidden>{actionsText('removed')} </VisuallyHidden>
            {text}
          </del>
        )
      case 'added':
        return (
          <ins key={index}>
            <VisuallyHidden>{actionsText('added')} </VisuallyHidden>
            {text}
          </ins>
        )
      case 'left out':
        return (
          <span key={index} className="text-diff-gap" aria-hidden>
            …
          </span>
        )
      case 'same':
        return text
    }
  })
}
