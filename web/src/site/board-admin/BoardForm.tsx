import { OPEN_ACCESS } from '@forum/shared/access'
import { type Board, type UserSummary } from '@forum/shared/contract'
import { BOARD_DESCRIPTION_MAX, BOARD_NAME_MAX, BOARD_RULES_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { useState } from 'react'
import { confirmsComposition, keyOf } from '../../lib/keys'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { Button, Field, FormError, FormField, useForm } from '../../ui'
import { X } from '../../ui/icons'
import { boardText, useCategories } from '../../boards'
import { AccessFields } from './AccessFields'
import { boardAdminText } from './board-admin.texts'
import { TypeFields } from './TypeFields'
import { findMember, saveBoard } from './board-admin.actions'
import { startingFields, starterOf } from './starting'

const APPROVALS = ['none', 'threads', 'all'] as const

/** The values of a board's form and its submission; a new board begins in `category`. */
function useBoardForm(
  board: Board | null,
  {
    category,
    moderators,
    onDone,
  }: { category: string | undefined; moderators: readonly UserSummary[]; onDone: () => void },
) {
  return useForm({
    initial: {
      name: board?.name ?? '',
      name_zh: board?.name_zh ?? '',
      description: board?.description ?? '',
      description_zh: board?.description_zh ?? '',
      parentId: board?.parentId ?? null,
      category: board?.category ?? category ?? '1',
      icon: board?.icon ?? '',
      color: board?.color ?? '',
      rules: board?.rules ?? '',
      approval: board?.approval ?? 'none',
      ...(board?.access ?? OPEN_ACCESS),
      allowsAnonymous: board?.allowsAnonymous ?? false,
      showsEdits: board?.showsEdits ?? false,
      start: starterOf(board),
      groupIds: board?.groupIds ?? [],
      types: board?.types ?? [],
      typeRequired: board?.typeRequired ?? false,
      isQuestions: board?.isQuestions ?? false,
      moderatorIds: null,
    },
    check: ({ name_zh: name }) => ({
      name_zh: isBlank(name) ? boardAdminText('nameRequired') : undefined,
    }),
    send: ({ name, description, icon, color, see, start, reply, ...rest }) =>
      saveBoard(forum, board?.id ?? null, {
        ...rest,
        postRole: startingFields(start).postRole,
        access: { see, start: startingFields(start).start, reply },
        icon: icon.trim() === '' ? null : icon.trim(),
        color: color.trim() === '' ? null : color.trim(),
        // The English texts default to the Chinese ones.
        name: isBlank(name) ? rest.name_zh : name,
        description: isBlank(description) ? rest.description_zh : description,
        moderatorIds: moderators.map(({ id }) => id),
      }),
    onSent: onDone,
  })
}

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
  const categories = useCategories().data ?? []
  const [moderators, setModerators] = useState<readonly UserSummary[]>(board?.moderators ?? [])
  const form = useBoardForm(board, { category: categories[0]?.key, moderators, onDone })
  // A board cannot be moved under itself or one of its descendants.
  const isUnder = (one: Board, id: number): boolean => {
    const parent = boards.find((other) => other.id === one.parentId)
    return one.id === id || (parent !== undefined && isUnder(parent, id))
  }
  const parents = boards.filter((one) => board === null || !isUnder(one, board.id))

  const textField = (key: 'name_zh' | 'name' | 'description_zh' | 'description', max: number) => (
    <FormField
      form={form}
      name={key}
      label={boardAdminText(key)}
      count={{ count: countCharacters(trimText(form.values[key])), max }}
    />
  )
  return (
    <form {...form.props} className="admin-form">
      {textField('name_zh', BOARD_NAME_MAX)}
      {textField('name', BOARD_NAME_MAX)}
      {textField('description_zh', BOARD_DESCRIPTION_MAX)}
      {textField('description', BOARD_DESCRIPTION_MAX)}
      <Field label={boardAdminText('parent')} error={form.errors.parentId}>
        {(control) => (
          <select
            {...control}
            name="parentId"
            className="input"
            value={form.values.parentId ?? ''}
            onChange={(event) => {
              const parentId = event.target.value === '' ? null : Number(event.target.value)
              const parent = boards.find(({ id }) => id === parentId)
              form.set({ parentId, ...(parent ? { category: parent.category } : {}) })
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
      <FormField form={form} name="category" label={boardAdminText('category')}>
        {categories.map(({ key, displayName: name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </FormField>
      <FormField
        form={form}
        name="icon"
        label={boardAdminText('icon')}
        help={boardAdminText('iconHelp')}
        optional
      />
      <FormField
        form={form}
        name="color"
        label={boardAdminText('color')}
        help={boardAdminText('colorHelp')}
        optional
      />
      <FormField
        form={form}
        name="rules"
        label={boardAdminText('rules')}
        help={boardAdminText('rulesHelp')}
        rows={4}
        optional
        count={{ count: countCharacters(form.values.rules), max: BOARD_RULES_MAX }}
      />
      <AccessFields values={form.values} errors={form.errors} onChange={form.set} />
      <TypeFields values={form.values} error={form.errors.types} onChange={form.set} />
      <FormField form={form} name="approval" label={boardAdminText('approval')}>
        {APPROVALS.map((one) => (
          <option key={one} value={one}>
            {boardAdminText(`approvals.${one}`)}
          </option>
        ))}
      </FormField>
      <Moderators chosen={moderators} onChange={setModerators} error={form.errors.moderatorIds} />
      {form.problem !== null && <FormError>{form.problem}</FormError>}
      <p className="admin-acts">
        <Button tone="go" type="submit" busy={form.isBusy}>
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
    if (isBlank(name)) return
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
              if (confirmsComposition(event)) event.preventDefault()
              if (keyOf(event) !== 'Enter') return
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
