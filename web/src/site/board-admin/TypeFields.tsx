import { type Board } from '@forum/shared/contract'
import { THREAD_TYPES_MAX } from '@forum/shared/limits'
import { randomUuid } from '../../lib/uuid'
import { Button, Check, FormError, IconButton } from '../../ui'
import { ChevronUp, X } from '../../ui/icons'
import { typeFieldsText } from './type-fields.texts'
import './type-fields.css'

interface TypeValues {
  types: Board['types']
  typeRequired: boolean
  isQuestions: boolean
}

/**
 * Returns a new key of a type within its board; the name may change, the key never does. It is random, because threads
 * keep the keys of removed types.
 */
const newKey = (): string => `type-${randomUuid().slice(0, 8)}`

/** The kinds of threads in a board: their types with names and colours, in order, and whether they are questions. */
export function TypeFields({
  values: { types, typeRequired, isQuestions },
  error,
  onChange,
}: {
  values: TypeValues
  error: string | undefined
  onChange: (changed: Partial<TypeValues>) => void
}) {
  const change = (key: string, changed: Partial<Board['types'][number]>) => {
    onChange({ types: types.map((type) => (type.key === key ? { ...type, ...changed } : type)) })
  }
  const raise = (index: number) => {
    const next = [...types]
    next.splice(index - 1, 2, ...next.slice(index - 1, index + 1).toReversed())
    onChange({ types: next })
  }
  return (
    <fieldset className="type-fields">
      <legend>{typeFieldsText('types')}</legend>
      <p className="faint small">{typeFieldsText('help')}</p>
      <ol>
        {types.map(({ key, name, color }, index) => (
          <li key={key}>
            <input
              className="input"
              aria-label={typeFieldsText('name', { n: index + 1 })}
              value={name}
              onChange={({ target }) => {
                change(key, { name: target.value })
              }}
            />
            <input
              type="color"
              aria-label={typeFieldsText('color', { name })}
              value={color ?? '#888888'}
              onChange={({ target }) => {
                change(key, { color: target.value })
              }}
            />
            <IconButton
              label={typeFieldsText('up', { name })}
              onClick={() => raise(index)}
              disabled={index === 0}
            >
              <ChevronUp aria-hidden />
            </IconButton>
            <IconButton
              label={typeFieldsText('remove', { name })}
              onClick={() => onChange({ types: types.filter((type) => type.key !== key) })}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      {error !== undefined && <FormError>{error}</FormError>}
      {types.length < THREAD_TYPES_MAX && (
        <Button
          size="small"
          onClick={() => onChange({ types: [...types, { key: newKey(), name: '', color: null }] })}
        >
          {typeFieldsText('add')}
        </Button>
      )}
      {types.length > 0 && (
        <Check
          label={typeFieldsText('required')}
          checked={typeRequired}
          onChange={(checked) => onChange({ typeRequired: checked })}
        />
      )}
      <Check
        label={typeFieldsText('questions')}
        help={typeFieldsText('questionsHelp')}
        checked={isQuestions}
        onChange={(checked) => onChange({ isQuestions: checked })}
      />
    </fieldset>
  )
}
