import { type ReactNode } from 'react'

/** The line above the title of an entry: its kind and the facts about it. */
export function Lead({ kind, children }: { kind: ReactNode; children: ReactNode }) {
  return (
    <div className="meta">
      <span className="my-kind">{kind}</span>
      {children}
    </div>
  )
}
