import { type ReactNode, useEffect, useState } from 'react'
import { useForum } from '../store'
import { Button, Check, Dialog, useIsWide } from '../ui'
import { ChevronRight } from '../ui/icons'
import { purgeText } from './purges/purge.texts'
import { ActForm, type Given, type GivenReason, type Reason, reasonIn, useActForm } from '../threads'
import { PAGE_ACTS } from './acts'
import { type Act, actionOf, isOfThread, labelOf, memberOf } from './monitor.actions'
import { type FeedItem } from './feed'
import { type Mark, markOfAll, monitorSlice } from './monitor.slice'
import { monitorText } from './monitor.texts'
import './line-act.css'

/** An act that waits for its dialog, and its entry. */
export interface Asking {
  act: Exclude<Act, 'ignore'>
  item: FeedItem
}

/** Returns the reason that the flags suggest: that of the report, or advertising. */
function suggested({ lines: [{ detail, kind }], flags }: FeedItem): Reason | null {
  if (kind === 'report') return reasonIn(detail.reason ?? '')
  return flags.some((flag) => flag === 'link' || flag === 'word' || flag === 'burst') ? 'ads' : null
}

/** The reasons typed before an act, kept until it is done, so that a sheet may be closed and opened again. */
export type Drafts = Map<string, GivenReason>
export const draftKey = ({ act, item }: { act: Act; item: FeedItem }) => `${act} ${item.key}`

function titleOf({ act, item: { lines } }: Asking): string {
  const [line] = lines
  const title = line.thread?.title ?? ''
  const name = memberOf(line)?.displayName ?? ''
  if (act === 'lock') return monitorText('ask.lock', { title })
  if (act === 'delete')
    return isOfThread(line)
      ? monitorText('ask.deleteThread', { title })
      : monitorText('ask.delete', { name, n: line.postNumber ?? 0 })
  if (act === 'ban' && lines.length > 1) return monitorText('ask.banAll', { count: lines.length })
  return monitorText(`ask.${act}`, { name })
}

/** The dialog before an act on an entry of the feed. A digit chooses a reason and acts at once. */
export function LineActDialog({
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
  /** True if the author can be muted together with a deletion. */
  mayMute: boolean
  /** True if everything by the author can be removed instead. */
  mayRemoveAll: boolean
  onClose: () => void
  /** Closes the dialog. `alsoMute` mutes the author for a day as well. */
  onDecide: (given: Given, alsoMute: boolean) => void
  /** Closes the dialog, and opens the preview of removing everything by the author. */
  onRemoveAll: () => void
}) {
  const { act, item } = asking
  const { lines } = item
  const isWide = useIsWide()
  const preset = suggested(item)
  const key = draftKey(asking)
  const [alsoMute, setAlsoMute] = useState(false)
  const form = useActForm({
    act: PAGE_ACTS[actionOf(act, lines[0])],
    initial: {
      span: { span: act === 'ban' ? 'forever' : 'day', custom: '' },
      reason: drafts.get(key) ?? { preset, words: '' },
    },
    send: (given) => {
      onDecide(given, alsoMute)
      return Promise.resolve({ ok: true, value: undefined })
    },
  })
  const { reason } = form.values
  useEffect(() => {
    drafts.set(key, reason)
  }, [drafts, key, reason])
  const mark = markOfAll(
    lines,
    useForum((read) => read(monitorSlice).marks),
  )
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(asking)}
      note={lines.length === 1 ? lines[0].excerpt : undefined}
      shape={isWide ? 'box' : 'sheet'}
    >
      {/* On a phone the sheet hides the line, so it shows the line's mark itself. */}
      {mark && !isWide ? (
        <Late mark={mark} onClose={onClose} />
      ) : (
        <ActForm
          form={form}
          reasonHelp={monitorText(preset === null ? 'reasonHelp' : 'byFlags')}
          isQuick
          submit={act === 'ban' && lines.length > 1 ? monitorText('banAll') : labelOf(act, lines[0])}
          onCancel={onClose}
        >
          {act === 'delete' && mayMute && (
            <Check label={monitorText('alsoMute')} checked={alsoMute} onChange={setAlsoMute} />
          )}
          {/* On a wide screen, the drawer of the author has it, one key away. */}
          {act === 'delete' && mayRemoveAll && !isWide && <RemoveAll onPress={onRemoveAll} />}
        </ActForm>
      )}
    </Dialog>
  )
}

function Late({ mark: { by, kind }, onClose }: { mark: Mark; onClose: () => void }): ReactNode {
  return (
    <div className="act-form">
      <p role="status">
        {monitorText('lateBy', { name: by.displayName, what: monitorText(`mark.${kind}`) })}
      </p>
      <div className="act-foot">
        <Button onClick={onClose}>{monitorText('understood')}</Button>
      </div>
    </div>
  )
}

function RemoveAll({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className="remove-all" onClick={onPress}>
      {purgeText('open')}
      <span>
        {monitorText('previewFirst')}
        <ChevronRight aria-hidden />
      </span>
    </button>
  )
}
