import { formatCount } from '@forum/shared/text'
import { useState } from 'react'
import './count.css'

/** A count in short form: 1.2 万 from 10,000 on, with the exact number as its tooltip. */
export function Count({ value }: { value: number }) {
  const text = formatCount(value, 'zh')
  return (
    <span className="num" {...(value >= 10_000 ? { title: value.toLocaleString('zh-CN') } : {})}>
      {text}
    </span>
  )
}

/** Text that glows for a moment when `value` changes, without moving. */
export function GlowOnChange({ value, children }: { value: string | number; children: React.ReactNode }) {
  const [seen, setSeen] = useState({ value, changes: 0 })
  // Not in an effect: the first render with the new value must glow already, and renders without a change must not.
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 })
  return (
    <span key={seen.changes} className={seen.changes > 0 ? 'glow' : undefined}>
      {children}
    </span>
  )
}
