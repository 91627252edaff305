import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, type RefObject, useId } from 'react'
import { isComposing, keyOf } from '../../lib/keys'
import { classNames } from '../../ui'
import { composerText } from './composer.texts'
import { type Tool } from './edits'
import { type Person } from './people'
import { toolOfKey } from './Toolbar'
import { useCompletion } from './use-completion'
import { isLongText } from './use-growth'
import { useMarkdown } from './use-markdown'
import { useSendKey } from './use-send-key'

/** The field of a composer: keys of the tools, Markdown, pasting, and suggestions of names. */
export function ComposerText({
  box,
  text,
  people,
  isLine,
  field,
  onType,
  onWriting,
  onTool,
  onFiles,
  onEscape,
  onSend,
}: {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  people: readonly Person[]
  isLine: boolean
  field: Pick<ComponentProps<'textarea'>, 'name' | 'placeholder' | 'readOnly' | 'className' | 'aria-label'>
  onType: (area: HTMLTextAreaElement) => void
  onWriting: (isWriting: boolean) => void
  onTool: (tool: Tool) => void
  /** Called with pasted files; null where nothing can be attached. */
  onFiles: ((files: FileList) => void) | null
  /** Called on Escape if there is something to close before the form; null otherwise. */
  onEscape: (() => void) | null
  onSend: (() => void) | undefined
}) {
  const completion = useCompletion(box, text, people)
  const markdown = useMarkdown(!isLine)
  const sendKey = useSendKey(() => onSend?.())
  const listId = useId()

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const composes = isComposing(event)
    if (!composes && completion.onKeyDown(event)) return
    if (markdown.onKeyDown(event)) return
    if (keyOf(event) === 'Escape' && onEscape) {
      event.preventDefault()
      onEscape()
    }
    if (onSend) sendKey.onKeyDown(event)
    if (composes || event.defaultPrevented || event.altKey || event.shiftKey) return
    const tool = event.ctrlKey || event.metaKey ? toolOfKey(keyOf(event)) : undefined
    if (!tool) return
    event.preventDefault()
    onTool(tool)
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { files } = event.clipboardData
    const names = Array.from(files, ({ name }) => name).join('\n')
    const text = event.clipboardData.getData('text/plain').trim().replace(/\r\n?/g, '\n')
    // Office programs copy a text together with a picture of it: paste the text. The Finder of macOS copies names.
    if (!onFiles || files.length === 0 || (text !== '' && text !== names)) {
      if (!field.readOnly) markdown.onPaste(event)
      return
    }
    event.preventDefault()
    onFiles(files)
  }
  const isSuggesting = completion.people.length > 0
  return (
    <>
      <textarea
        {...field}
        ref={box}
        className={classNames(
          'input composer-text',
          isLongText(text) && 'composer-text-long',
          field.className,
        )}
        aria-autocomplete="list"
        aria-controls={isSuggesting ? listId : undefined}
        aria-activedescendant={isSuggesting ? `${listId}-${completion.index}` : undefined}
        rows={isLine ? 1 : undefined}
        value={text}
        onChange={(event) => {
          onType(event.target)
          markdown.onChange(event)
          completion.update(event.target)
        }}
        onSelect={(event) => {
          completion.update(event.currentTarget)
        }}
        onFocus={() => {
          onWriting(true)
        }}
        onBlur={() => {
          onWriting(false)
          completion.close()
        }}
        onPaste={onPaste}
        onCompositionStart={() => {
          sendKey.onCompositionStart()
          completion.close()
        }}
        onCompositionEnd={(event) => {
          sendKey.onCompositionEnd()
          completion.update(event.currentTarget)
        }}
        onKeyDown={onKeyDown}
      />
      {isSuggesting && (
        <PeopleList
          id={listId}
          people={completion.people}
          index={completion.index}
          onChoose={completion.choose}
        />
      )}
    </>
  )
}

function PeopleList({
  id,
  people,
  index,
  onChoose,
}: {
  id: string
  people: readonly Person[]
  index: number
  onChoose: (person: Person) => void
}) {
  return (
    <ul id={id} className="composer-people" role="listbox" aria-label={composerText('people')}>
      {people.map((person, at) => (
        <li
          key={person.id}
          id={`${id}-${at}`}
          className="composer-person"
          role="option"
          aria-selected={at === index}
          // Runs before the text loses the focus.
          onPointerDown={(event) => {
            event.preventDefault()
          }}
          onClick={() => {
            onChoose(person)
          }}
        >
          <b>{person.displayName}</b>
          <span className="faint">@{person.username}</span>
        </li>
      ))}
    </ul>
  )
}
