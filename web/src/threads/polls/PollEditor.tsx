import { POLL_OPTIONS_MAX, POLL_OPTIONS_MIN, POLL_TEXT_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { type Ref, useRef } from 'react'
import { flushSync } from 'react-dom'
import { confirmsComposition, keyOf } from '../../lib/keys'
import { Button, Counter, Field, FormError, IconButton } from '../../ui'
import { Plus, Vote, X } from '../../ui/icons'
import { type DraftPoll, EMPTY_POLL } from './draft-poll'
import { pollsText } from './polls.texts'
import './polls.css'

/** Returns whether a text is so long that its counter is shown. */
const isLong = (text: string): boolean => countCharacters(text) > POLL_TEXT_MAX * 0.8

/** The poll of a new thread; while it is null, a button that adds one. */
export function PollEditor({
  poll,
  onChange,
  problem,
}: {
  poll: DraftPoll | null
  onChange: (poll: DraftPoll | null) => void
  /** The reason why it cannot be sent; null if there is none. */
  problem: string | null
}) {
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const editor = useRef<HTMLFieldSetElement>(null)
  if (poll === null) {
    return (
      <AddPoll
        button={add}
        onAdd={() => {
          // Rendered at once: the button disappears, and the next key belongs to the question.
          flushSync(() => {
            onChange(EMPTY_POLL)
          })
          editor.current?.querySelector('input')?.focus()
        }}
      />
    )
  }
  const { options } = poll
  const set = (partial: Partial<DraftPoll>) => {
    onChange({ ...poll, ...partial })
  }
  // Rendered at once: the next key belongs to the option.
  const setThenFocus = (next: string[], index: number) => {
    flushSync(() => {
      set({ options: next, maxChoices: Math.min(poll.maxChoices, next.length) })
    })
    focusOption(index)
  }
  const focusOption = (index: number) => list.current?.querySelectorAll('input')[index]?.focus()
  const addOption = () => {
    if (options.length >= POLL_OPTIONS_MAX) return
    setThenFocus([...options, ''], options.length)
  }
  return (
    <fieldset ref={editor} className="poll-editor">
      <legend className="poll-editor-title">{pollsText('poll')}</legend>
      <FormError>{problem}</FormError>
      <Question
        text={poll.question}
        onChange={(question) => {
          set({ question })
        }}
      />
      <ol ref={list} className="poll-editor-options">
        {options.map((option, index) => (
          <li key={index}>
            <input
              className="input"
              autoComplete="off"
              aria-label={pollsText('option', { n: index + 1 })}
              placeholder={pollsText('option', { n: index + 1 })}
              value={option}
              onChange={(event) => {
                set({ options: options.map((one, at) => (at === index ? event.target.value : one)) })
              }}
              onKeyDown={(event) => {
                if (confirmsComposition(event)) event.preventDefault()
                if (keyOf(event) !== 'Enter') return
                // Enter would submit the form.
                event.preventDefault()
                if (index === options.length - 1) addOption()
                else focusOption(index + 1)
              }}
            />
            {isLong(option) && <Counter count={countCharacters(option)} max={POLL_TEXT_MAX} />}
            {options.length > POLL_OPTIONS_MIN && (
              <IconButton
                label={pollsText('removeOption', { n: index + 1 })}
                onClick={() => {
                  setThenFocus(
                    options.filter((_, at) => at !== index),
                    Math.max(0, index - 1),
                  )
                }}
              >
                <X aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      <div className="poll-editor-foot">
        {options.length < POLL_OPTIONS_MAX && (
          <Button size="small" icon={<Plus aria-hidden />} onClick={addOption}>
            {pollsText('addOption')}
          </Button>
        )}
        <Choices poll={poll} onChange={set} />
        <Button
          size="small"
          tone="quiet"
          onClick={() => {
            flushSync(() => {
              onChange(null)
            })
            add.current?.focus()
          }}
        >
          {pollsText('remove')}
        </Button>
      </div>
    </fieldset>
  )
}

/** The fields for the number of options that a member may choose, and for the end of the poll. */
function Choices({ poll, onChange }: { poll: DraftPoll; onChange: (partial: Partial<DraftPoll>) => void }) {
  return (
    <>
      <label className="poll-editor-choice">
        <span>{pollsText('choices')}</span>
        <select
          className="input"
          value={poll.maxChoices}
          onChange={(event) => {
            onChange({ maxChoices: Number(event.target.value) })
          }}
        >
          {poll.options.map((_, index) => (
            <option key={index} value={index + 1}>
              {index === 0 ? pollsText('single') : pollsText('upTo', { max: index + 1 })}
            </option>
          ))}
        </select>
      </label>
      <label className="poll-editor-choice">
        <span>{pollsText('end')}</span>
        <input
          type="datetime-local"
          className="input"
          value={poll.closesAt}
          onChange={(event) => {
            onChange({ closesAt: event.target.value })
          }}
        />
      </label>
    </>
  )
}

function AddPoll({ button, onAdd }: { button: Ref<HTMLButtonElement>; onAdd: () => void }) {
  return (
    <p className="poll-add">
      <Button ref={button} size="small" tone="quiet" icon={<Vote aria-hidden />} onClick={onAdd}>
        {pollsText('add')}
      </Button>
    </p>
  )
}

function Question({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <Field
      label={pollsText('question')}
      required
      aside={isLong(text) && <Counter count={countCharacters(text)} max={POLL_TEXT_MAX} />}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          name="poll"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            onChange(event.target.value)
          }}
        />
      )}
    </Field>
  )
}
