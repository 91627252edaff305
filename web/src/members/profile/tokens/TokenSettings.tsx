import { type Api, type PersonalToken, type ResponseOf, type TokenScope } from '@forum/shared/contract'
import { useCallback, useState } from 'react'
import { useLoaded, WhenLoaded } from '../../../resource'
import { forum } from '../../../store'
import {
  Button,
  Check,
  ConfirmDialog,
  copyToClipboard,
  FormDialog,
  FormField,
  localDate,
  RelativeTime,
  SkeletonLines,
  toast,
  useAction,
  useForm,
} from '../../../ui'
import { createToken, loadTokens, revokeToken } from './tokens.actions'
import { tokensText } from './tokens.texts'
import './tokens.css'

type Made = ResponseOf<Api['createToken']>
const SCOPES = ['read', 'write', 'moderate'] as const satisfies readonly TokenScope[]
const DAYS = ['30', '90', '365'] as const
const DAY_MS = 24 * 60 * 60_000

/** The member's tokens for programs; a new one shows its secret once. */
export function TokenSettings() {
  const load = useCallback(() => loadTokens(forum), [])
  const loaded = useLoaded(load)
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  return (
    <>
      <p className="profile-note">{tokensText('note')}</p>
      {made && <Secret made={made} />}
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={2} />} failed={tokensText('failed')}>
        {(tokens) =>
          tokens.length === 0 ? (
            <p className="settings-none">{tokensText('none')}</p>
          ) : (
            <ul className="settings-list" aria-label={tokensText('title')}>
              {tokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  onRevoked={() => {
                    if (made?.token.id === token.id) setMade(null)
                    loaded.reload()
                  }}
                />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
      <p className="settings-add">
        <Button
          size="small"
          onClick={() => {
            setIsMaking(true)
          }}
        >
          {tokensText('create')}
        </Button>
      </p>
      {isMaking && (
        <CreateDialog
          onClose={() => {
            setIsMaking(false)
          }}
          onMade={(token) => {
            setIsMaking(false)
            setMade(token)
            loaded.reload()
          }}
        />
      )}
    </>
  )
}

function Secret({ made: { token, secret } }: { made: Made }) {
  return (
    <div className="token-secret" role="status">
      <b>{tokensText('shownOnce', { name: token.name })}</b>
      <span className="token-secret-line">
        <input
          className="input"
          readOnly
          value={secret}
          aria-label={tokensText('secret')}
          onFocus={({ target }) => {
            target.select()
          }}
        />
        <Button onClick={() => void copyToClipboard(secret, tokensText('copied'))}>
          {tokensText('copy')}
        </Button>
      </span>
    </div>
  )
}

function TokenRow({ token, onRevoked }: { token: PersonalToken; onRevoked: () => void }) {
  const { id, name, scopes, expiresAt, lastUsedAt } = token
  const [asks, setAsks] = useState(false)
  const revoke = useAction(
    () => revokeToken(forum, id),
    () => {
      toast.success(tokensText('revoked'))
      onRevoked()
    },
  )
  return (
    <li>
      <span className="settings-what">
        <b>{name}</b>
        <span className="profile-note num">
          {scopes.map((scope) => tokensText(`scope.${scope}`)).join(tokensText('comma'))} ·{' '}
          {tokensText('ends', { date: localDate(expiresAt) })} ·{' '}
          {lastUsedAt === null ? tokensText('unused') : <RelativeTime at={lastUsedAt} />}
        </span>
      </span>
      <Button
        size="small"
        busy={revoke.isBusy}
        aria-label={tokensText('revokeOf', { name })}
        onClick={() => {
          setAsks(true)
        }}
      >
        {tokensText('revoke')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={tokensText('revokeTitle', { name })}
        text={tokensText('revokeText')}
        confirmLabel={tokensText('revoke')}
        danger
        onClose={() => {
          setAsks(false)
        }}
        onConfirm={revoke.run}
      />
    </li>
  )
}

function CreateDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const form = useForm<{ name: string; days: string; scopes: TokenScope[] }, Made>({
    initial: { name: '', days: '90', scopes: ['read'] },
    check: ({ name, scopes }) => ({
      name: name.trim() === '' ? tokensText('nameRequired') : undefined,
      form: scopes.length === 0 ? tokensText('scopeRequired') : undefined,
    }),
    send: ({ name, days, scopes }) =>
      createToken(forum, {
        name,
        scopes,
        expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      }),
    onSent: onMade,
  })
  const { scopes } = form.values
  return (
    <FormDialog form={form} title={tokensText('createTitle')} submit={tokensText('make')} onClose={onClose}>
      <FormField form={form} name="name" label={tokensText('name')} required autoComplete="off" />
      <fieldset className="token-scopes">
        <legend>{tokensText('scopes')}</legend>
        {SCOPES.map((scope) => (
          <Check
            key={scope}
            label={tokensText(`scope.${scope}`)}
            help={tokensText(`scopeHelp.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={(isChosen) => {
              form.set({ scopes: SCOPES.filter((one) => (one === scope ? isChosen : scopes.includes(one))) })
            }}
          />
        ))}
      </fieldset>
      <FormField form={form} name="days" label={tokensText('days')}>
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {tokensText('daysOf', { count: days })}
          </option>
        ))}
      </FormField>
    </FormDialog>
  )
}
