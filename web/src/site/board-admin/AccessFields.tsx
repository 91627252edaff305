import { ADMITTED, WRITERS, type BoardAccess } from '@forum/shared/access'
import { useCallback } from 'react'
import { useLoaded } from '../../resource'
import { forum } from '../../store'
import { Check, Field } from '../../ui'
import { loadGroups } from '../groups/groups.actions'
import { accessText } from './access.texts'
import { type Starter, STARTERS } from './starting'

interface AccessValues extends Omit<BoardAccess, 'start'> {
  start: Starter
  groupIds: number[]
  allowsAnonymous: boolean
  showsEdits: boolean
}

/** The fields for who sees a board, starts threads and replies there, with the groups concerned. */
export function AccessFields({
  values,
  errors,
  onChange,
}: {
  values: AccessValues
  errors: { groupIds?: string | undefined }
  onChange: (changed: Partial<AccessValues>) => void
}) {
  const { see, start, reply } = values
  const select = (
    name: keyof BoardAccess,
    options: readonly ((typeof ADMITTED)[number] | Starter)[],
    help?: string,
  ) => (
    <Field label={accessText(name)} help={help}>
      {(control) => (
        <select
          {...control}
          name={name}
          className="input"
          value={values[name]}
          onChange={(event) => {
            onChange({ [name]: event.target.value })
          }}
        >
          {options.map((admitted) => (
            <option key={admitted} value={admitted}>
              {accessText(`admitted.${admitted}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  return (
    <>
      {select('see', ADMITTED, accessText('seeHelp'))}
      {select('start', STARTERS)}
      {select('reply', WRITERS)}
      {[see, start, reply].includes('groups') && (
        <GroupChoice chosen={values.groupIds} error={errors.groupIds} onChange={onChange} />
      )}
      <Check
        label={accessText('allowsAnonymous')}
        help={accessText('allowsAnonymousHelp')}
        checked={values.allowsAnonymous}
        onChange={(allowsAnonymous) => {
          onChange({ allowsAnonymous })
        }}
      />
      <Check
        label={accessText('showsEdits')}
        help={accessText('showsEditsHelp')}
        checked={values.showsEdits}
        onChange={(showsEdits) => {
          onChange({ showsEdits })
        }}
      />
    </>
  )
}

function GroupChoice({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly number[]
  error: string | undefined
  onChange: (changed: Pick<AccessValues, 'groupIds'>) => void
}) {
  const load = useCallback(() => loadGroups(forum), [])
  const { data } = useLoaded(load)
  const groups = data ?? []
  return (
    <fieldset className="admin-groups">
      <legend>{accessText('groups')}</legend>
      {groups.map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(isChosen) => {
            const others = chosen.filter((other) => other !== id)
            onChange({ groupIds: isChosen ? [...others, id] : others })
          }}
        />
      ))}
      {groups.length === 0 && <p className="faint">{accessText('noGroups')}</p>}
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
