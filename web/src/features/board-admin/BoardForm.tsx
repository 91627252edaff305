import { CATEGORIES } from '@forum/shared/categories'
import { type Board, type UserSummary } from '@forum/shared/contract'
import { BOARD_DESCRIPTION_MAX, BOARD_NAME_MAX } from '@forum/shared/limits'
import { type FormEvent, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { Button, Field, FormError } from '../../ui'
import { X } from '../../ui/icons'
import { boardText } from '../boards'
import { boardAdminText } from './board-admin.texts'
import { type BoardChanges, findMember, saveBoard } from './board-admin.actions'

const ROLES = ['user', 'moderator', 'admin'] as const

/** Creates a board, or changes one. */
export function BoardForm({
  board,
  boards,
  onDone,
}: {
  /** Null for a new one. */
  board: Board | null
  boards: readonly Board[]
  onDone: () => void
}) {
  const [given, setGiven] = useState<Required<BoardChanges>>({
    name: board?.name ?? '',
    name_zh: board?.name_zh ?? '',
    description: board?.description ?? '',
    description_zh: board?.description_zh ?? '',
    parentId: board?.parentId ?? null,
    category: board?.category ?? '1',
    postRole: board?.postRole ?? 'user',
  })
  const [moderators, setModerators] = useState<readonly UserSummary[]>(board?.moderators ?? [])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failed, setFailed] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const set = (change: Partial<BoardChanges>) => {
    setGiven((before) => ({ ...before, ...change }))
  }
  // A board cannot be moved under itself or one of its descendants.
  const isUnder = (one: Board, id: number): boolean => {
    const parent = boards.find((other) => other.id === one.parentId)
    return one.id === id || (parent !== undefined && isUnder(parent, id))
  }
  const parents = boards.filter((one) => board === null || !isUnder(one, board.id))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (given.name_zh.trim() === '') {
      setErrors({ name_zh: boardAdminText('nameRequired') })
      return
    }
    setIsBusy(true)
    const { name, description, ...rest } = given
    const saved = await saveBoard(forum, board?.id ?? null, {
      ...rest,
      // The English texts default to the Chinese ones.
      name: name.trim() === '' ? given.name_zh : name,
      description: description.trim() === '' ? given.description_zh : description,
      moderatorIds: moderators.map(({ id }) => id),
    })
    setIsBusy(false)
    if (saved.ok) {
      onDone()
      return
    }
    const fields = Object.fromEntries(saved.error.fields.map(({ field, message }) => [field, message]))
    setErrors(fields)
    setFailed(Object.keys(fields).length > 0 ? null : saved.error.message)
  }

  const textField = (key: 'name_zh' | 'name' | 'description_zh' | 'description', max: number) => (
    <Field label={boardAdminText(key)} error={errors[key]}>
      {(control) => (
        <input
          {...control}
          className="input"
          maxLength={max}
          value={given[key]}
          onChange={(event) => {
            set({ [key]: event.target.value })
          }}
        />
      )}
    </Field>
  )
  return (
    <form className="admin-form" onSubmit={(event) => void submit(event)} noValidate>
      {textField('name_zh', BOARD_NAME_MAX)}
      {textField('name', BOARD_NAME_MAX)}
      {textField('description_zh', BOARD_DESCRIPTION_MAX)}
      {textField('description', BOARD_DESCRIPTION_MAX)}
      <Field label={boardAdminText('parent')} error={errors.parentId}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={given.parentId ?? ''}
            onChange={(event) => {
              const parentId = event.target.value === '' ? null : Number(event.target.value)
              const parent = boards.find(({ id }) => id === parentId)
              set({ parentId, ...(parent ? { category: parent.category } : {}) })
            }}
          >
            <option value="">{boardAdminText('noParent')}</option>
            {parents.map((one) => (
              <option key={one.id} value={one.id}>
                {one.displayName}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={boardAdminText('category')} error={errors.category}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={given.category}
            onChange={(event) => {
              set({ category: event.target.value })
            }}
          >
            {CATEGORIES.map(({ key, name_zh: name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={boardAdminText('postRole')} error={errors.postRole}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={given.postRole}
            onChange={(event) => {
              const postRole = ROLES.find((role) => role === event.target.value)
              if (postRole) set({ postRole })
            }}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {boardAdminText(`postRoles.${role}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Moderators chosen={moderators} onChange={setModerators} error={errors.moderatorIds} />
      {failed !== null && <FormError>{failed}</FormError>}
      <p className="admin-acts">
        <Button tone="go" type="submit" busy={isBusy}>
          {commonText('save')}
        </Button>
      </p>
    </form>
  )
}

/** Members by their usernames, each looked up when it is added. */
function Moderators({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly UserSummary[]
  onChange: (chosen: readonly UserSummary[]) => void
  error: string | undefined
}) {
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const add = async () => {
    if (name.trim() === '') return
    const found = await findMember(forum, name.trim())
    if (!found.ok) {
      setRefused(found.error.message)
      return
    }
    const { value } = found
    if (value === null) {
      setRefused(boardAdminText('noSuchMember'))
      return
    }
    setRefused(undefined)
    setName('')
    if (!chosen.some(({ id }) => id === value.id)) onChange([...chosen, value])
  }
  return (
    <div className="admin-moderators">
      <Field label={boardText('moderators')} help={boardAdminText('moderatorsHelp')} error={refused ?? error}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={name}
            onChange={(event) => {
              setName(event.target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              // Enter adds the member; the form is saved by its button.
              event.preventDefault()
              void add()
            }}
          />
        )}
      </Field>
      <Button onClick={() => void add()}>{boardAdminText('addModerator')}</Button>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((user) => (
            <li key={user.id}>
              {user.displayName}
              <button
                type="button"
                aria-label={boardAdminText('removeModerator', { name: user.displayName })}
                onClick={() => {
                  onChange(chosen.filter(({ id }) => id !== user.id))
                }}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
