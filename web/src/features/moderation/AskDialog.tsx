import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useEffect, useId, useRef, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { Button, classNames, Dialog, FormError, useIsWide } from '../../ui'
import { type Act, type Decision, isOfThread, memberOf } from './monitor.actions'
import { type FeedItem } from './feed'
import { monitorText } from './monitor.texts'
import './ask-dialog.css'

const REASONS = ['ads', 'porn', 'illegal', 'infringing', 'attack', 'other'] as const
type Reason = (typeof REASONS)[number]

const LENGTHS = [
  { key: 'one', days: 1 },
  { key: 'three', days: 3 },
  { key: 'week', days: 7 },
  { key: 'month', days: 30 },
  { key: 'forever', days: null },
] as const

/** What is asked before an act, and done about which entry. */
export interface Asking {
  act: Exclude<Act, 'ignore'>
  item: FeedItem
}

/** The reason that the flags suggest: that of the report, or an advertisement. */
function suggested({ lines: [{ detail, kind }], flags }: FeedItem): Reason | null {
  const given = REASONS.find((reason) => detail.reason?.startsWith(monitorText(`reasons.${reason}`)))
  if (kind === 'report') return given ?? null
  return flags.some((flag) => flag === 'link' || flag === 'word' || flag === 'burst') ? 'ads' : null
}

const nameOf = ({ item: { lines } }: Asking) => memberOf(lines[0])?.displayName ?? ''

export function titleOf(asking: Asking): string {
  const { act, item } = asking
  const [line] = item.lines
  const title = line.thread?.title ?? ''
  if (act === 'lock') return monitorText('ask.lock', { title })
  if (act === 'delete')
    return isOfThread(line)
      ? monitorText('ask.deleteThread', { title })
      : monitorText('ask.delete', { name: nameOf(asking), n: line.postNumber ?? 0 })
  if (act === 'ban' && item.lines.length > 1) return monitorText('ask.banAll', { count: item.lines.length })
  return monitorText(`ask.${act}`, { name: nameOf(asking) })
}

/** Asks why, and for how long. A digit chooses a reason and acts at once. */
export function AskDialog({
  asking,
  mayMute,
  onClose,
  onDecide,
}: {
  asking: Asking
  /** Whether the author can be muted together with a deletion. */
  mayMute: boolean
  onClose: () => void
  /** `alsoMute` mutes the author for a day as well. */
  onDecide: (decision: Decision, alsoMute: boolean) => void
}) {
  const { act, item } = asking
  const isWide = useIsWide()
  const id = useId()
  const preset = suggested(item)
  const [chosen, setChosen] = useState<Reason | null>(preset)
  const [details, setDetails] = useState('')
  const [length, setLength] = useState<(typeof LENGTHS)[number]['key']>(act === 'ban' ? 'forever' : 'one')
  const [alsoMute, setAlsoMute] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const lengths = LENGTHS.filter(({ days }) => days !== null || act === 'ban')
  const decide = (reason: Reason | null) => {
    const own = trimText(details)
    // 其他 says nothing by the side of an explanation.
    const usual =
      reason === null || (reason === 'other' && own !== '') ? '' : monitorText(`reasons.${reason}`)
    const text = [usual, own].filter(Boolean).join('：')
    if (text === '') {
      setProblem(monitorText('reasonMissing'))
      return
    }
    if (countCharacters(text) > REASON_MAX) {
      setProblem(monitorText('reasonTooLong'))
      return
    }
    const days = lengths.find(({ key }) => key === length)?.days ?? null
    onDecide({ act, reason: text, days }, alsoMute)
  }
  useKeys((event) => {
    const { key, target } = event
    if (!(target instanceof Element) || target.matches('input[type="text"], select')) return
    const reason = REASONS[Number(key) - 1]
    // Enter presses any other button that has the focus.
    const isOnButton = target.closest('button') !== null && target.closest('[aria-pressed="true"]') === null
    if (!reason && (key !== 'Enter' || isOnButton)) return
    event.preventDefault()
    decide(reason ?? chosen)
  })
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(asking)}
      note={item.lines.length === 1 ? item.lines[0].excerpt : undefined}
      shape={isWide ? 'box' : 'sheet'}
    >
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault()
          decide(chosen)
        }}
      >
        <fieldset className="ask-reasons">
          <legend>
            {monitorText('reasonHeading')}
            {preset !== null && <small> {monitorText('byFlags')}</small>}
          </legend>
          {REASONS.map((reason, i) => (
            <button
              key={reason}
              type="button"
              className={classNames('ask-reason', chosen === reason && 'ask-reason-on')}
              aria-pressed={chosen === reason}
              aria-keyshortcuts={`${i + 1}`}
              onClick={() => {
                setChosen(reason)
              }}
            >
              {isWide && <kbd aria-hidden>{i + 1}</kbd>}
              {monitorText(`reasons.${reason}`)}
            </button>
          ))}
        </fieldset>
        <input
          className="input"
          type="text"
          aria-label={monitorText('details')}
          placeholder={monitorText('details')}
          value={details}
          onChange={({ target }) => {
            setDetails(target.value)
          }}
        />
        {(act === 'mute' || act === 'ban') && (
          <label className="ask-length" htmlFor={id}>
            {monitorText('length')}
            <select
              id={id}
              className="input"
              value={length}
              onChange={({ target }) => {
                const found = lengths.find(({ key }) => key === target.value)
                if (found) setLength(found.key)
              }}
            >
              {lengths.map(({ key }) => (
                <option key={key} value={key}>
                  {monitorText(`days.${key}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        {act === 'delete' && mayMute && (
          <label className="ask-also">
            <input
              type="checkbox"
              checked={alsoMute}
              onChange={({ target }) => {
                setAlsoMute(target.checked)
              }}
            />
            {monitorText('alsoMute')}
          </label>
        )}
        <FormError>{problem}</FormError>
        <div className="ask-foot">
          <Button onClick={onClose}>
            {commonText('cancel')}
            {isWide && <kbd aria-hidden>Esc</kbd>}
          </Button>
          <Button type="submit" tone="go">
            {act === 'ban' && item.lines.length > 1 ? monitorText('banAll') : monitorText(`act.${act}`)}
            {isWide && <kbd aria-hidden>Enter</kbd>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Calls `onKey` for a key pressed alone, wherever the focus is, from the moment at which the question is asked. */
function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isAlone = !event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isAlone && !event.defaultPrevented) latest.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
    }
  }, [])
}
