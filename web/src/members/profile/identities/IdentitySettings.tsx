import { type CurrentUser } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { resultOf } from '../../../lib/result'
import { forum } from '../../../store'
import { Button, SectionHeading, toast, useAction } from '../../../ui'
import { applyUser, beginWith, loadProviders, type Provider } from '../../../accounts'
import { identitiesText } from './identities.texts'

/** The member's accounts of other sites that can sign in here; nothing if the operator has configured none. */
export function IdentitySettings({ user }: { user: CurrentUser }) {
  const [providers, setProviders] = useState<readonly Provider[]>([])
  useEffect(() => {
    loadProviders(forum).then(setProviders, () => undefined)
  }, [])
  if (providers.length === 0) return null
  return (
    <section aria-labelledby="settings-identities">
      <SectionHeading id="settings-identities">{identitiesText('title')}</SectionHeading>
      <ul className="settings-list" aria-label={identitiesText('title')}>
        {providers.map((provider) => (
          <IdentityRow
            key={provider.id}
            provider={provider}
            linked={user.identities.find((one) => one.provider === provider.id)?.name}
          />
        ))}
      </ul>
      <p className="profile-note">{identitiesText('note')}</p>
    </section>
  )
}

function IdentityRow({ provider: { id, name }, linked }: { provider: Provider; linked: string | undefined }) {
  const unlink = useAction(
    () =>
      resultOf(
        forum.call('unlinkIdentity', { params: { provider: id } }).then(async () => {
          applyUser(forum, (await forum.call('me')).user)
        }),
      ),
    () => {
      toast.success(identitiesText('unlinked'))
    },
  )
  return (
    <li>
      <span className="settings-what">
        <b>{name}</b>
        {linked !== undefined && <span className="profile-note">{linked}</span>}
      </span>
      {linked === undefined ? (
        <Button
          size="small"
          aria-label={identitiesText('linkOf', { name })}
          onClick={() => {
            beginWith(id, '/profile?tab=account')
          }}
        >
          {identitiesText('link')}
        </Button>
      ) : (
        <Button
          size="small"
          busy={unlink.isBusy}
          aria-label={identitiesText('unlinkOf', { name })}
          onClick={unlink.run}
        >
          {identitiesText('unlink')}
        </Button>
      )}
    </li>
  )
}
