import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { resultOf } from '../../lib/result'
import { forum, sessionSlice } from '../../store'
import { Button, Dialog, useAction } from '../../ui'
import { PageText } from '../pages/PageText'
import { agreementText } from './agreement.texts'

/**
 * Shows the texts that the member has to agree to, one after the other. Resolves with false if the member gives up, or
 * if this page loads none that is due, so that a refused call is not repeated for ever.
 */
export async function askToAgree(): Promise<boolean> {
  const loaded = await resultOf(forum.callBeyondSession('listAgreements'))
  if (!loaded.ok || loaded.value.due.length === 0) return false
  for (const { slug } of loaded.value.due) if (!(await askFor(slug))) return false
  return true
}

function askFor(slug: string): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const render = (isOpen: boolean) => {
      root.render(
        // The links of the text do not leave the page, so that its forms keep their content.
        <MemoryRouter>
          <AgreementDialog slug={slug} isOpen={isOpen} onClose={close} />
        </MemoryRouter>,
      )
    }
    const close = (isAgreed: boolean) => {
      unsubscribe()
      // The dialog closes before it is removed, which returns the focus.
      render(false)
      setTimeout(() => {
        root.unmount()
        place.remove()
        resolve(isAgreed)
      })
    }
    // Another account answers for itself.
    const unsubscribe = forum.subscribe((read, before) => {
      if (read(sessionSlice).number !== before(sessionSlice).number) close(false)
    })
    render(true)
  })
}

function AgreementDialog({
  slug,
  isOpen,
  onClose,
}: {
  slug: string
  isOpen: boolean
  onClose: (isAgreed: boolean) => void
}) {
  /** The version that the member is shown: it may change while the dialog is open. */
  const [version, setVersion] = useState<number | null>(null)
  const agree = useAction(
    () => resultOf(forum.call('agree', { body: { slug, version: version ?? 0 } })),
    () => {
      onClose(true)
    },
  )
  return (
    <Dialog
      open={isOpen}
      onClose={() => {
        onClose(false)
      }}
      title={agreementText('title')}
      note={agreementText('note')}
      footer={
        <>
          <Button
            onClick={() => {
              onClose(false)
            }}
          >
            {agreementText('later')}
          </Button>
          <Button tone="go" busy={agree.isBusy} disabled={version === null} onClick={agree.run}>
            {agreementText('agree')}
          </Button>
        </>
      }
    >
      <PageText slug={slug} onShown={setVersion} />
    </Dialog>
  )
}
