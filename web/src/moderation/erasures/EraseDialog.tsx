import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { useId, useState } from 'react'
import { forum } from '../../store'
import { ChoiceSwitch, Counter, Field, FormDialog, toast, useForm } from '../../ui'
import { askErasure, type Erasable } from './erasures.actions'
import { erasuresText } from './erasures.texts'
import './erasures.css'

type Scope = 'post' | 'opening' | 'thread'

/** Requests an erasure; of several scopes, the smallest is preselected. */
export function EraseDialog({
  scopes,
  onClose,
}: {
  scopes: readonly { scope: Scope | null; what: Erasable }[]
  onClose: () => void
}) {
  const name = useId()
  const [chosen, setChosen] = useState(0)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => {
      if (isBlank(reason)) return { reason: erasuresText('reasonMissing') }
      return countCharacters(trimText(reason)) > REASON_MAX
        ? { reason: erasuresText('reasonTooLong', { max: REASON_MAX }) }
        : {}
    },
    send: async ({ reason }) => {
      const what = scopes[chosen]?.what
      return what ? askErasure(forum, what, trimText(reason)) : null
    },
    onSent: ({ canConfirm }) => {
      toast.success(erasuresText(canConfirm ? 'doneAlone' : 'done'))
      onClose()
    },
    fieldOf: null,
  })
  const { reason } = form.values
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={erasuresText('title')}
      note={erasuresText('note')}
      submit={erasuresText('ask')}
      tone="danger"
    >
      {scopes.length > 1 && (
        <div className="erase-scope">
          <ChoiceSwitch
            name={name}
            legend={erasuresText('scope')}
            value={String(chosen)}
            options={scopes.map(({ scope }, index) => ({
              value: String(index),
              label: scope === null ? '' : erasuresText(`scopes.${scope}`),
            }))}
            onChange={(to) => {
              setChosen(Number(to))
            }}
          />
        </div>
      )}
      <Field
        label={erasuresText('reason')}
        required
        help={erasuresText('reasonHelp')}
        error={form.errors.reason}
        aside={reason === '' ? undefined : <Counter count={countCharacters(reason)} max={REASON_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            className="input reason-text"
            rows={3}
            value={reason}
            onChange={(event) => {
              form.set({ reason: event.target.value })
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
