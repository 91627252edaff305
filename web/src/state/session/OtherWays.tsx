import { type CurrentUser } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { resultOf } from '../../lib/result'
import { currentPath } from '../../lib/session'
import { type Forum } from '../../store'
import { Button, FormError } from '../../ui'
import { leaveForSite } from './other-site'
import './other-ways.css'
import { secondFactorText } from './second-factor.texts'

/** The ways to confirm the member's identity without a password: a passkey, or a sign-in at another site. */
export function OtherWays({
  forum,
  user,
  onConfirmed,
}: {
  forum: Forum
  user: CurrentUser
  onConfirmed: () => void
}) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [sites, setSites] = useState<readonly { id: string; name: string }[]>([])
  const isAlone = !user.hasPassword
  useEffect(() => {
    if (!isAlone) return
    const linked = new Set(user.identities.map(({ provider }) => provider))
    forum.callBeyondSession('listProviders').then(
      ({ providers }) => setSites(providers.filter(({ id }) => linked.has(id))),
      () => undefined,
    )
  }, [forum, isAlone, user.identities])
  const confirm = async () => {
    setBusy(true)
    setProblem('')
    const isConfirmed = await confirmWithPasskey(forum)
    setBusy(false)
    if (isConfirmed) onConfirmed()
    else setProblem(secondFactorText('passkeyFailed'))
  }
  return (
    <div className="other-ways">
      <FormError>{problem}</FormError>
      {user.passkeys.length > 0 && (
        <Button wide tone={isAlone ? 'go' : undefined} busy={isBusy} onClick={() => void confirm()}>
          {secondFactorText('usePasskey')}
        </Button>
      )}
      {sites.map(({ id, name }) => (
        <Button key={id} wide onClick={() => leaveForSite(id, { returnTo: currentPath(), fresh: 'true' })}>
          {secondFactorText('useSite', { name })}
        </Button>
      ))}
      {sites.length > 0 && <p className="faint small">{secondFactorText('useSiteNote')}</p>}
      {isAlone && user.passkeys.length === 0 && sites.length === 0 && (
        <p className="faint small">{secondFactorText('noWay')}</p>
      )}
    </div>
  )
}

/** Returns whether a passkey has confirmed the member's identity. */
async function confirmWithPasskey(forum: Forum): Promise<boolean> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const optionsJSON = (await forum.callBeyondSession('beginPasskeySignIn')) as unknown as Parameters<
      typeof startAuthentication
    >[0]['optionsJSON']
    const passkey = await startAuthentication({ optionsJSON })
    return (await resultOf(forum.call('confirmPassword', { body: { passkey } }))).ok
  } catch {
    // Browsers do not give the reason: the member may have closed the dialog.
    return false
  }
}
