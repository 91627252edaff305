import { type ReactNode } from 'react'
import './fact-boxes.css'

/** A few numbers side by side in a frame, each above its name. */
export function FactBoxes({
  facts,
}: {
  facts: readonly { name: string; value: ReactNode; isAlarming?: boolean }[]
}) {
  return (
    <dl className="fact-boxes">
      {facts.map(({ name, value, isAlarming = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isAlarming ? 'num danger' : 'num'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
