import { useMemo } from 'react'
import { useTexts } from '../../lib/i18n'
import { VisuallyHidden } from '../../ui'
import { differenceOf } from './difference'
import './texts'

export default function DiffParts({
  before,
  after,
  isWhole = false,
}: {
  before: string
  after: string
  isWhole?: boolean
}) {
  const t = useTexts()
  const parts = useMemo(() => differenceOf(before, after), [before, after])
  if (isWhole) return after
  if (before === after) return <span className="faint">{t('acts.diffSame')}</span>
  return parts.map(({ kind, text }, index) => {
    switch (kind) {
      case 'removed':
        return (
          <del key={index}>
            <VisuallyHidden>{t('acts.removed')} </VisuallyHidden>
            {text}
          </del>
        )
      case 'added':
        return (
          <ins key={index}>
            <VisuallyHidden>{t('acts.added')} </VisuallyHidden>
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
