import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { useId, useState } from 'react'
import { forum } from '../../store'
import { ChoiceSwitch, Counter, Field, FormDialog, toast, useForm } from '../../ui'
import { askErasure, type Erasable, type EraseScope } from './erasures.actions'
import { PartChoice } from './PartChoice'
import { erasuresText } from './erasures.texts'
import './erasures.css'

/** Requests an erasure; of several scopes, the smallest is preselected. */
export function EraseDialog({ scopes, onClose }: { scopes: readonly EraseScope[]; onClose: () => void }) {
  const name = useId()
  const [chosen, setChosen] = useState(0)
  const scope = scopes[chosen]
  const form = useForm({
    initial: { part: '', reason: '' },
    check: ({ part, reason }) => ({
      ...(contentIn(scope, part) === null ? { part: erasuresText('partMissing') } : {}),
      ...reasonErrors(reason),
    }),
    send: async ({ part, reason }) => {
      const what = contentIn(scope, part)
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
            options={scopes.map((one, index) => ({
              value: String(index),
              label: one.scope === null ? '' : erasuresText(`scopes.${one.scope}`),
            }))}
            onChange={(to) => {
              setChosen(Number(to))
              form.set({ part: '' })
            }}
          />
        </div>
      )}
      {scope && !('what' in scope) && (
        <PartChoice
          scope={scope}
          value={form.values.part}
          error={form.errors.part}
          onChange={(part) => {
            form.set({ part })
          }}
        />
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

/** Returns what is to be erased; null until a part is chosen where one has to be. */
function contentIn(scope: EraseScope | undefined, part: string): Erasable | null {
  if (scope === undefined) return null
  if ('what' in scope) return scope.what
  if (part === '') return null
  return scope.scope === 'file'
    ? { fileId: Number(part) }
    : { postIds: [scope.postId], version: Number(part) }
}

function reasonErrors(reason: string): { reason?: string } {
  if (isBlank(reason)) return { reason: erasuresText('reasonMissing') }
  return countCharacters(trimText(reason)) > REASON_MAX
    ? { reason: erasuresText('reasonTooLong', { max: REASON_MAX }) }
    : {}
}
