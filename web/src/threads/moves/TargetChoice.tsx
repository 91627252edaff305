import { useEffect, useId, useState } from 'react'
import { forum } from '../../store'
import { Field } from '../../ui'
import { findTargets, type Target } from './moves.actions'
import { movesText } from './moves.texts'

/** Wait after the last key before threads are searched. */
const PAUSE_MS = 300

/** Chooses the target thread for posts, by its number, its address or words of its title. */
export function TargetChoice({
  without,
  value,
  problem,
  onChange,
}: {
  /** The thread that the posts leave. */
  without: number
  value: Target | null
  problem: string | undefined
  onChange: (target: Target | null) => void
}) {
  const name = useId()
  const [text, setText] = useState('')
  const { found, isFailed } = useTargets(text.trim(), without)
  return (
    <>
      <Field label={movesText('target')} required help={movesText('targetHelp')} error={problem}>
        {(control) => (
          <input
            {...control}
            type="search"
            className="input"
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              onChange(null)
            }}
          />
        )}
      </Field>
      <div role="status">
        {isFailed && <p className="faint small">{movesText('targetFailed')}</p>}
        {found?.length === 0 && <p className="faint small">{movesText('noTarget')}</p>}
      </div>
      {found && found.length > 0 && (
        <fieldset className="move-boards">
          <legend className="visually-hidden">{movesText('targets')}</legend>
          {found.map((target) => (
            <label key={target.id} className="move-board">
              <input
                type="radio"
                name={name}
                checked={target.id === value?.id}
                onChange={() => {
                  onChange(target)
                }}
              />
              <span>{target.title}</span>
              <span className="faint small">{target.board}</span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** The threads that match a text; null before the search. */
function useTargets(text: string, without: number): { found: Target[] | null; isFailed: boolean } {
  const [found, setFound] = useState<{ text: string; targets: Target[] | null } | null>(null)
  useEffect(() => {
    if (text === '') return undefined
    let isOutdated = false
    const timer = setTimeout(() => {
      void findTargets(forum, text, without).then((result) => {
        if (!isOutdated) setFound({ text, targets: result.ok ? result.value : null })
      })
    }, PAUSE_MS)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text, without])
  const isCurrent = found !== null && found.text === text && text !== ''
  return { found: isCurrent ? found.targets : null, isFailed: isCurrent && found.targets === null }
}
