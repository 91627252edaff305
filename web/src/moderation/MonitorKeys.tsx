import { Fragment } from 'react'
import { MODERATOR_REASONS } from '../threads'
import { ACT_NAMES, keyOf } from './monitor.actions'
import { monitorText } from './monitor.texts'

const KEYS = [
  { keys: ['j', 'k'], does: 'walk' },
  { keys: ['Enter'], does: 'read' },
  { keys: ['o'], does: 'open' },
  { keys: ['p'], does: 'person' },
  { keys: ['g'], does: 'newest' },
  { keys: ['space'], does: 'hold' },
  { keys: ['→', '←'], does: 'expand' },
  ...ACT_NAMES.map((act) => ({ keys: [keyOf(act)], does: act })),
  { keys: ['1', String(MODERATOR_REASONS.length)], does: 'reason' },
  { keys: ['u'], does: 'undo' },
  { keys: ['?'], does: 'help' },
] as const

const keyText = (key: string) => (key === 'space' ? monitorText('space') : key)

/** The keys of the monitor. */
export function Keys() {
  return (
    <dl className="keys">
      {KEYS.map(({ keys, does }) => (
        <Fragment key={does}>
          <dt>
            {keys.map((key, i) => (
              <Fragment key={key}>
                {i > 0 && (does === 'reason' ? '–' : ' ')}
                <kbd>{keyText(key)}</kbd>
              </Fragment>
            ))}
          </dt>
          <dd>{monitorText(`keys.${does}`)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** The keys that are used most, below the filters. */
export function Hints({ onAll }: { onAll: () => void }) {
  return (
    <button type="button" className="monitor-hints" onClick={onAll}>
      <span>
        <kbd>j</kbd> <kbd>k</kbd> <kbd>{monitorText('space')}</kbd> <kbd>g</kbd> <kbd>u</kbd>
      </span>
      <span>
        <kbd>?</kbd> {monitorText('allKeys')}
      </span>
    </button>
  )
}
