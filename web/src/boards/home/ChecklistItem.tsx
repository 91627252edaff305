import { type ReactNode } from 'react'
import { Check } from '../../ui/icons'
import { newcomerText } from './newcomer.texts'
import './newcomer.css'

/** One thing to do; `children` leads to it until it is done. */
export function ChecklistItem({
  isDone,
  text,
  hint,
  children,
}: {
  isDone: boolean
  text: string
  hint?: string
  children?: ReactNode
}) {
  return (
    <li>
      <i className={isDone ? 'newcomer-mark newcomer-done' : 'newcomer-mark'}>
        {isDone && <Check role="img" aria-label={newcomerText('done')} />}
      </i>
      <span className={isDone ? 'faint' : undefined}>
        {text}
        {hint !== undefined && !isDone && <span className="faint small newcomer-hint">{hint}</span>}
      </span>
      {!isDone && children}
    </li>
  )
}
