import { type Warning } from '@forum/shared/contract'
import { createRoot } from 'react-dom/client'
import { resultOf } from '../../lib/result'
import { forum, sessionSlice } from '../../store'
import { Button, Dialog, localTime, useAction } from '../../ui'
import { warningsText } from './warnings.texts'
import './warnings.css'

/**
 * Shows the member's unread warnings, one after the other. Resolves with false if the member leaves one
 * unread.
 */
export async function showWarnings(): Promise<boolean> {
  const loaded = await resultOf(forum.call('me', { quiet: true }))
  if (!loaded.ok) return false
  for (const warning of loaded.value.user.warnings) if (!(await show(warning))) return false
  return true
}

function show(warning: Warning): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const render = (isOpen: boolean) => {
      root.render(<WarningDialog warning={warning} isOpen={isOpen} onClose={close} />)
    }
    const close = (isRead: boolean) => {
      // The dialog closes before it is removed, which returns the focus.
      render(false)
      setTimeout(() => {
        root.unmount()
        place.remove()
        resolve(isRead)
      })
    }
    render(true)
  })
}

function WarningDialog({
  warning,
  isOpen,
  onClose,
}: {
  warning: Warning
  isOpen: boolean
  onClose: (isRead: boolean) => void
}) {
  const { id, text, createdAt, until } = warning
  const read = useAction(
    () => resultOf(forum.call('readWarning', { params: { warningId: id } })),
    () => {
      forum.update((write) => {
        const { user } = write(sessionSlice)
        if (user) user.warnings = user.warnings.filter((one) => one.id !== id)
      })
      onClose(true)
    },
    warningsText('failed'),
  )
  return (
    <Dialog
      open={isOpen}
      onClose={() => {
        onClose(false)
      }}
      title={warningsText('title')}
      note={warningsText('note')}
      footer={
        <>
          <Button
            onClick={() => {
              onClose(false)
            }}
          >
            {warningsText('later')}
          </Button>
          <Button tone="go" busy={read.isBusy} onClick={read.run}>
            {warningsText('understood')}
          </Button>
        </>
      }
    >
      <p className="warning-text">{text}</p>
      <p className="faint small num">
        {localTime(createdAt)}
        {until !== null && ` · ${warningsText('until', { time: localTime(until) })}`}
      </p>
    </Dialog>
  )
}
