import { useEffect, useState } from 'react'
import { forum } from '../../store'
import { Button } from '../../ui'
import { beginWith, loadProviders, type Provider } from './oidc.actions'
import { oidcText } from './oidc.texts'
import './oidc.css'

/** A button for each site whose accounts can sign in here; nothing if the operator has configured none. */
export function ProviderButtons({ returnTo }: { returnTo: string }) {
  const [providers, setProviders] = useState<readonly Provider[]>([])
  useEffect(() => {
    // Without the buttons, the form below is enough.
    loadProviders(forum).then(setProviders, () => undefined)
  }, [])
  if (providers.length === 0) return null
  return (
    <div className="providers">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          wide
          onClick={() => {
            beginWith(id, returnTo)
          }}
        >
          {oidcText('continueWith', { name })}
        </Button>
      ))}
      <p className="providers-or small faint">{oidcText('or')}</p>
    </div>
  )
}
