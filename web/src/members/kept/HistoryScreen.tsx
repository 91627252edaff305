import { HISTORY_DAYS } from '@forum/shared/limits'
import { useRef, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { useItems, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import {
  Breadcrumb,
  Button,
  ButtonLink,
  Check,
  ConfirmDialog,
  EmptyState,
  LoadMore,
  PageHeading,
  RelativeTime,
  toast,
  useAction,
  useBusy,
  usePageTitle,
} from '../../ui'
import { History, Trash2 } from '../../ui/icons'
import { updateProfile } from '../../accounts'
import { ThreadEntry } from '../../boards'
import { useSession } from '../../state/session'
import { EntriesSkeleton } from '../my-content/EntriesSkeleton'
import { Lead } from '../my-content/Lead'
import { historyText } from './history.texts'
import { clearHistory } from './kept.actions'
import { keptSlice } from './kept.slice'
import { visits } from './lists'
import { mineText } from './mine.texts'
import { MineNav } from './MineNav'
import '../my-content/my-content.css'
import './history.css'

/** `/my/history`: the threads that the reader has opened, for the reader alone. */
export function HistoryScreen() {
  const keeps = useSession().user?.keepsHistory ?? true
  const { loaded, more } = useItems(
    visits,
    useForum((read) => read(keptSlice).visits),
  )
  usePageTitle(mineText('history'))
  const list = useRef<HTMLDivElement>(null)
  useBusy(loaded.status === 'loading')
  return (
    <>
      <Breadcrumb trail={[{ label: mineText('history') }]} />
      <PageHeading title={mineText('history')}>
        {loaded.status === 'ready' && loaded.data.length > 0 && (
          <Clear onCleared={() => list.current?.focus()} />
        )}
      </PageHeading>
      <MineNav />
      <Keeps keeps={keeps} />
      <div ref={list} tabIndex={-1}>
        <WhenLoaded loaded={loaded} skeleton={<EntriesSkeleton />} failed={historyText('failed')}>
          {(opened) =>
            opened.length === 0 ? (
              <EmptyState
                icon={<History aria-hidden />}
                title={historyText(keeps ? 'empty' : 'emptyOff')}
                {...(keeps ? { text: historyText('emptyText') } : {})}
              >
                <ButtonLink to="/latest">{commonText('latest')}</ButtonLink>
              </EmptyState>
            ) : (
              <>
                <ul className="my-entries">
                  {opened.map((visit) => (
                    <ThreadEntry
                      key={visit.id}
                      thread={visit}
                      lead={
                        <Lead kind={visit.board.displayName}>
                          <RelativeTime at={visit.visitedAt} after={historyText('opened')} />
                        </Lead>
                      }
                    />
                  ))}
                </ul>
                <LoadMore more={more} />
              </>
            )
          }
        </WhenLoaded>
      </div>
    </>
  )
}

function Keeps({ keeps }: { keeps: boolean }) {
  const save = useAction(
    (keepsHistory: boolean) => updateProfile(forum, { keepsHistory }),
    () => undefined,
    historyText('saveFailed'),
  )
  return (
    <div className="history-keeps">
      <Check
        label={historyText('keeps')}
        help={historyText('keepsHelp', { days: HISTORY_DAYS })}
        checked={keeps}
        busy={save.isBusy}
        onChange={save.run}
      />
    </div>
  )
}

function Clear({ onCleared }: { onCleared: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const clear = useAction(
    () => clearHistory(forum),
    () => {
      toast.success(historyText('cleared'))
      // The button disappeared with the list.
      onCleared()
    },
    historyText('clearFailed'),
  )
  return (
    <>
      <Button
        size="small"
        icon={<Trash2 aria-hidden />}
        busy={clear.isBusy}
        onClick={() => {
          setIsAsking(true)
        }}
      >
        {historyText('clear')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={historyText('clearTitle')}
        text={historyText('clearText')}
        confirmLabel={historyText('clear')}
        danger
        onConfirm={() => {
          clear.run()
        }}
        onClose={() => {
          setIsAsking(false)
        }}
      />
    </>
  )
}
