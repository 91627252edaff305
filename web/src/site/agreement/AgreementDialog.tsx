import { useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { resultOf } from '../../lib/result'
import { forum } from '../../store'
import { Button, Dialog, useAction } from '../../ui'
import { PageText } from '../pages/PageText'
import { agreementText } from './agreement.texts'

interface Due {
  slug: string
  version: number
}

/** Shows what the member has to agree to, one text after the other. Resolves with false if the member gives up. */
export async function askToAgree(): Promise<boolean> {
  const loaded = await resultOf(forum.call('listAgreements'))
  if (!loaded.ok) return false
  for (const due of loaded.value.due) if (!(await askFor(due))) return false
  return true
}

function askFor(due: Due): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const render = (isOpen: boolean) => {
      root.render(
        // The links of the text leave the page as it is: what was written stays.
        <MemoryRouter>
          <AgreementDialog due={due} isOpen={isOpen} onClose={close} />
        </MemoryRouter>,
      )
    }
    const close = (isAgreed: boolean) => {
      // The dialog closes before it is removed, which returns the focus.
      render(false)
      setTimeout(() => {
        root.unmount()
        place.remove()
        resolve(isAgreed)
      })
    }
    render(true)
  })
}

function AgreementDialog({
  due,
  isOpen,
  onClose,
}: {
  due: Due
  isOpen: boolean
  onClose: (isAgreed: boolean) => void
}) {
  const [isShown, setIsShown] = useState(false)
  const onShown = useCallback(() => {
    setIsShown(true)
  }, [])
  const agree = useAction(
    () => resultOf(forum.call('agree', { body: due })),
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
          <Button tone="go" busy={agree.isBusy} disabled={!isShown} onClick={agree.run}>
            {agreementText('agree')}
          </Button>
        </>
      }
    >
      <PageText slug={due.slug} onShown={onShown} />
    </Dialog>
  )
}
