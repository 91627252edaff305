import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useEffect, useId, useState } from 'react'
import { isComposing, keyOf } from '../lib/keys'
import { commonText } from '../lib/i18n'
import { useForum } from '../store'
import { Button, Check, Chips, Dialog, FormError, useIsWide, useListener } from '../ui'
import { ChevronRight } from '../ui/icons'
import { purgeText } from './purges/purge.texts'
import { type Reason, reasonAt, reasonIn, reasonOptions, reasonText } from '../threads'
import { type Act, type Decision, isOfThread, labelOf, memberOf } from './monitor.actions'
import { type FeedItem } from './feed'
import { markOfAll, monitorSlice } from './monitor.slice'
import { monitorText } from './monitor.texts'
import './ask-dialog.css'

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
  if (kind === 'report') return reasonIn(detail.reason ?? '')
  return flags.some((flag) => flag === 'link' || flag === 'word' || flag === 'burst') ? 'ads' : null
}

/** What was typed before an act, kept until the act is done, so that a sheet may be closed and opened again. */
export type Drafts = Map<string, { chosen: Reason | null; details: string }>
export const draftKey = ({ act, item }: { act: Act; item: FeedItem }) => `${act} ${item.key}`

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
  drafts,
  mayMute,
  mayRemoveAll,
  onClose,
  onDecide,
  onRemoveAll,
}: {
  asking: Asking
  drafts: Drafts
  /** Whether the author can be muted together with a deletion. */
  mayMute: boolean
  /** Whether everything that the author wrote can be removed instead. */
  mayRemoveAll: boolean
  onClose: () => void
  /** `alsoMute` mutes the author for a day as well. */
  onDecide: (decision: Decision, alsoMute: boolean) => void
  /** Closes the dialog, and shows what a removal of everything would do. */
  onRemoveAll: () => void
}) {
  const { act, item } = asking
  const isWide = useIsWide()
  const id = useId()
  const preset = suggested(item)
  const key = draftKey(asking)
  const [{ chosen, details }, setDraft] = useState(drafts.get(key) ?? { chosen: preset, details: '' })
  useEffect(() => {
    drafts.set(key, { chosen, details })
  }, [drafts, key, chosen, details])
  const [length, setLength] = useState<(typeof LENGTHS)[number]['key']>(act === 'ban' ? 'forever' : 'one')
  const [alsoMute, setAlsoMute] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const mark = useForum((read) => markOfAll(item.lines, read(monitorSlice).marks))
  const lengths = LENGTHS.filter(({ days }) => days !== null || act === 'ban')
  const decide = (reason: Reason | null) => {
    const own = trimText(details)
    // 其他 says nothing by the side of an explanation.
    const usual = reason === null || (reason === 'other' && own !== '') ? '' : reasonText(reason)
    const text = [usual, own].filter(Boolean).join('：')
    if (text === '') {
      setProblem(monitorText('reasonMissing'))
      return
    }
    if (countCharacters(text) > REASON_MAX) {
      setProblem(reasonText('tooLong'))
      return
    }
    const days = lengths.find(({ key }) => key === length)?.days ?? null
    onDecide({ act, reason: text, days }, alsoMute)
  }
  // On a phone the sheet hides the line, so it says what became of it.
  const isLate = mark !== null && !isWide
  useKeys((event) => {
    const { target } = event
    if (isLate) return
    if (!(target instanceof Element) || target.matches('input[type="text"], select')) return
    const reason = reasonAt(keyOf(event))
    // Enter presses any other button that has the focus.
    const isOnButton = target.closest('button') !== null && target.closest('[aria-pressed="true"]') === null
    if (!reason && (keyOf(event) !== 'Enter' || isOnButton)) return
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
      {isLate && (
        <div className="ask">
          <p role="status">
            {monitorText('lateBy', { name: mark.by.displayName, what: monitorText(`mark.${mark.kind}`) })}
          </p>
          <div className="ask-foot">
            <Button onClick={onClose}>{monitorText('understood')}</Button>
          </div>
        </div>
      )}
      <form
        hidden={isLate}
        className="ask"
        onSubmit={(event) => {
          event.preventDefault()
          decide(chosen)
        }}
      >
        <fieldset className="ask-reasons">
          <legend>
            {reasonText('label')}
            {preset !== null && <small> {monitorText('byFlags')}</small>}
          </legend>
          <Chips
            options={reasonOptions()}
            value={chosen}
            hasKeys
            onPress={(reason) => {
              setDraft({ chosen: reason, details })
            }}
          />
        </fieldset>
        <input
          className="input"
          type="text"
          aria-label={monitorText('details')}
          placeholder={monitorText('details')}
          value={details}
          onChange={({ target }) => {
            setDraft({ chosen, details: target.value })
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
          <Check label={monitorText('alsoMute')} checked={alsoMute} onChange={setAlsoMute} />
        )}
        {/* On a desk the drawer of the author, one key away, has it. */}
        {act === 'delete' && mayRemoveAll && !isWide && (
          <button type="button" className="ask-all" onClick={onRemoveAll}>
            {purgeText('open')}
            <span>
              {monitorText('previewFirst')}
              <ChevronRight aria-hidden />
            </span>
          </button>
        )}
        <FormError>{problem}</FormError>
        <div className="ask-foot">
          <Button onClick={onClose}>
            {commonText('cancel')}
            {isWide && <kbd aria-hidden>Esc</kbd>}
          </Button>
          <Button type="submit" tone="go">
            {act === 'ban' && item.lines.length > 1 ? monitorText('banAll') : labelOf(act, item.lines[0])}
            {isWide && <kbd aria-hidden>Enter</kbd>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Calls `onKey` for a key pressed alone, wherever the focus is, from the moment at which the question is asked. */
function useKeys(onKey: (event: KeyboardEvent) => void): void {
  useListener(document, 'keydown', (event) => {
    const isAlone = !isComposing(event) && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isAlone && !event.defaultPrevented) onKey(event)
  })
}
