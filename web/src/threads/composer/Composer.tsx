import { countCharacters, isBlank } from '@forum/shared/text'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { isComposing, keyOf } from '../../lib/keys'
import { classNames, type ControlProps, Counter, FormError, useCloseOnBack, useIsWide } from '../../ui'
import { composerText } from './composer.texts'
import { completeMention, type Edit, editOf, mentionAt, type Tool } from './edits'
import { write } from './write'
import { FileList } from './FileList'
import { type Person, useSuggestions } from './people'
import { type NamedFile, shownText } from './pictures'
import { Toolbar, toolOfKey } from './Toolbar'
import { type ComposerFiles, useFiles } from './use-files'
import { useGrowth } from './use-growth'
import { useMarkdown } from './use-markdown'
import { useSettled } from './use-settled'
import { useSendKey } from './use-send-key'
import './composer.css'

const FacePanel = lazy(() => import('./FacePanel'))

export interface ComposerProps {
  value: string
  onChange: (value: string) => void
  /** The accessible name of the text; a form with a visible label gives `control` instead. */
  label?: string
  control?: ControlProps
  /** Renders the preview, with the same renderer as a published text. Not used by a line. */
  preview?: (source: string) => ReactNode
  /** Characters allowed, as people count them; the counter appears from `counterFrom` characters on. */
  max: number
  counterFrom?: number
  /** Called on Ctrl/⌘ + Enter. Omitted where the surrounding form handles the key. */
  onSend?: () => void
  name?: string
  placeholder?: string
  readOnly?: boolean
  /** Omitted where nothing can be attached. */
  files?: ComposerFiles
  /** The members suggested first after @, such as the participants of the thread. */
  people?: readonly Person[]
  /** One line that grows with its text, without tools but the faces: a chat. */
  isLine?: boolean
  /** Shows the preview beside the text as well, once writing pauses. */
  previewsBeside?: boolean
  className?: string
  textareaRef?: Ref<HTMLTextAreaElement>
}

const NOBODY: readonly Person[] = []
const NO_FILES: readonly NamedFile[] = []

/**
 * The editor of the forum: a text with tools, preview, counter, files and completion of names. The surrounding form
 * owns the value, usually a draft, and decides what sending means. Messages, replies, threads and edits use it alike:
 *
 *     <Composer label={…} value={draft.value.content} onChange={(content) => draft.set({ content })}
 *       preview={(source) => <Markup source={source} />} max={CONTENT_MAX} onSend={send} />
 */
export function Composer(props: ComposerProps) {
  const {
    value,
    preview,
    max,
    counterFrom = max * 0.9,
    readOnly = false,
    files,
    people = NOBODY,
    isLine = false,
    previewsBeside = false,
  } = props
  const box = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(props.textareaRef, () => box.current as HTMLTextAreaElement)
  const chooser = useRef<HTMLInputElement>(null)
  /** The text that is previewed: any change of it ends the preview. */
  const [previewed, setPreviewed] = useState<string | null>(null)
  /** Where the text was being written before its preview. */
  const caret = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [isWriting, setIsWriting] = useState(false)
  const [isDropping, setIsDropping] = useState(false)
  const file = useFiles({ files, value, onChange: props.onChange, box, caret })
  const { shown, change } = file
  const completion = useCompletion(shown, people)
  const faces = useFaces(box)
  const markdown = useMarkdown(!isLine)
  const sendKey = useSendKey(() => props.onSend?.())
  const listId = useId()

  const apply = (edit: Edit) => {
    if (box.current) write(box.current, edit)
  }
  const runTool = (tool: Tool) => {
    const at = box.current
    if (at) apply(editOf(tool, { text: at.value, start: at.selectionStart, end: at.selectionEnd }))
  }
  const choose = (person: Person | undefined) => {
    const caret = box.current?.selectionStart ?? 0
    if (!person || !completion.mention) return
    apply(completeMention(completion.mention, caret, person.username))
    completion.close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const composes = isComposing(event)
    if (!composes && completion.people.length > 0 && onSuggestionKey(event)) return
    if (markdown.onKeyDown(event)) return
    if (keyOf(event) === 'Escape' && faces.isOpen) {
      // It closes only the panel.
      event.preventDefault()
      faces.close()
    }
    if (props.onSend) sendKey.onKeyDown(event)
    if (composes || event.defaultPrevented || event.altKey || event.shiftKey) return
    const tool = event.ctrlKey || event.metaKey ? toolOfKey(keyOf(event)) : undefined
    if (!tool) return
    event.preventDefault()
    runTool(tool)
  }
  const onSuggestionKey = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey) return false
    switch (keyOf(event)) {
      case 'ArrowDown':
        completion.move(1)
        break
      case 'ArrowUp':
        completion.move(-1)
        break
      case 'Enter':
      case 'Tab':
        choose(completion.people[completion.index])
        break
      case 'Escape':
        completion.close()
        break
      default:
        return false
    }
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const add = (given: FileList | readonly File[]) => {
    if (!readOnly) setProblem(file.add(given))
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { files: pasted } = event.clipboardData
    // Office programs copy a text together with a picture of it: paste the text.
    if (!files || pasted.length === 0 || event.clipboardData.types.includes('text/plain')) {
      if (!readOnly) markdown.onPaste(event)
      return
    }
    event.preventDefault()
    add(pasted)
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!files || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsDropping(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDropping(false)
    },
    onDrop: (event: DragEvent) => {
      setIsDropping(false)
      if (!files || event.dataTransfer.files.length === 0) return
      event.preventDefault()
      add(event.dataTransfer.files)
    },
  }

  const insertFace = (face: string) => {
    const area = box.current
    if (!area) return
    const { value: text, selectionStart: from, selectionEnd: to } = area
    const end = from + face.length
    if (area === document.activeElement) {
      write(area, { from, to, insert: face, selectFrom: end, selectTo: end })
      return
    }
    // The text must not take the focus: it may be in the panel, and would open a phone's keyboard.
    flushSync(() => {
      setProblem(null)
      change(text.slice(0, from) + face + text.slice(to))
    })
    area.setSelectionRange(end, end)
  }

  const count = countCharacters(value)
  const isShown = previewed === value && !isBlank(value)
  useGrowth(box, shown, isShown)
  const writeOn = () => {
    flushSync(() => {
      setPreviewed(null)
    })
    box.current?.focus({ preventScroll: true })
    box.current?.setSelectionRange(caret.current, caret.current)
  }
  const leavePreview = (event: KeyboardEvent) => {
    if (keyOf(event) !== 'Escape' || !isShown || event.defaultPrevented) return
    // It does not close the form as well.
    event.preventDefault()
    writeOn()
  }
  return (
    <div
      className={classNames(
        'composer',
        previewsBeside && 'composer-with-beside',
        isLine && 'composer-line',
        isDropping && 'composer-dropping',
      )}
      onKeyDown={leavePreview}
      {...drop}
    >
      <Toolbar
        isLine={isLine}
        isWriting={isWriting}
        isPreview={isShown}
        isReadOnly={readOnly}
        areFacesOpen={faces.isOpen}
        onTool={runTool}
        onFiles={
          files &&
          (() => {
            chooser.current?.click()
          })
        }
        onFaces={faces.toggle}
        onPreview={() => {
          faces.close()
          setProblem(isBlank(value) ? composerText('previewEmpty') : null)
          caret.current = box.current?.selectionEnd ?? caret.current
          if (isShown) writeOn()
          else setPreviewed(value)
        }}
      />
      {faces.isOpen && !isShown && !readOnly && (
        <Suspense>
          <FacePanel
            onChoose={insertFace}
            onClose={() => {
              faces.close()
              box.current?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      )}
      <div className="composer-field">
        {isShown ? (
          <section className="composer-preview" aria-label={composerText('previewOf')}>
            {preview?.(shownText(value, NO_FILES))}
          </section>
        ) : (
          <textarea
            {...props.control}
            ref={box}
            className={classNames('input composer-text', props.className)}
            name={props.name}
            aria-label={props.label}
            aria-autocomplete="list"
            aria-controls={completion.people.length > 0 ? listId : undefined}
            aria-activedescendant={completion.people.length > 0 ? `${listId}-${completion.index}` : undefined}
            placeholder={props.placeholder}
            rows={isLine ? 1 : undefined}
            value={shown}
            readOnly={readOnly}
            onChange={(event) => {
              setProblem(null)
              file.type(event.target)
              markdown.onChange(event)
              completion.update(event.target)
            }}
            onSelect={(event) => {
              completion.update(event.currentTarget)
            }}
            onFocus={() => {
              setIsWriting(true)
            }}
            onBlur={() => {
              setIsWriting(false)
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
        )}
        {completion.people.length > 0 && (
          <ul id={listId} className="composer-people" role="listbox" aria-label={composerText('people')}>
            {completion.people.map((person, index) => (
              <li
                key={person.id}
                id={`${listId}-${index}`}
                className="composer-person"
                role="option"
                aria-selected={index === completion.index}
                // Runs before the text loses the focus.
                onPointerDown={(event) => {
                  event.preventDefault()
                }}
                onClick={() => {
                  choose(person)
                }}
              >
                <b>{person.displayName}</b>
                <span className="faint">@{person.username}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {files && (
        <>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            accept="image/jpeg,image/png,image/gif,image/webp,image/avif,.pdf,.txt,.zip,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.csv,.md,.json"
            aria-label={composerText('attach')}
            onChange={(event) => {
              add(event.target.files ?? [])
              // Allows choosing the same file again.
              event.target.value = ''
            }}
          />
          <FileList place={files.place} text={value} files={file} canMove={!isShown && !readOnly} />
          {isDropping && <p className="composer-drop-hint">{composerText('dropHere')}</p>}
        </>
      )}
      {previewsBeside && !isShown && preview && <BesidePreview value={value} preview={preview} />}
      <div className="composer-below">
        <FormError>{problem}</FormError>
        {count >= counterFrom && <Counter count={count} max={max} />}
      </div>
    </div>
  )
}

/** A preview that follows the text when its writer pauses, so that typing never waits for it. */
function BesidePreview({ value, preview }: Required<Pick<ComposerProps, 'value' | 'preview'>>) {
  const settled = useSettled(value)
  return (
    <section className="composer-beside" aria-label={composerText('previewBeside')} tabIndex={0}>
      {isBlank(settled) ? (
        <p className="faint">{composerText('previewBeside')}</p>
      ) : (
        preview(shownText(settled, NO_FILES))
      )}
    </section>
  )
}

/** The suggestions for a name that is being typed. */
function useCompletion(value: string, people: readonly Person[]) {
  const [caret, setCaret] = useState<number | null>(null)
  const [index, setIndex] = useState(0)
  const mention = caret === null ? null : mentionAt({ text: value, start: caret, end: caret })
  const found = useSuggestions(mention?.query ?? null, people)
  // A complete name needs no completion.
  const isWhole = found.length === 1 && found[0]?.username.toLowerCase() === mention?.query.toLowerCase()
  const offered = mention && !isWhole ? found : NOBODY
  return {
    mention,
    people: offered,
    index: Math.min(index, Math.max(0, offered.length - 1)),
    update: (box: HTMLTextAreaElement) => {
      const at = box.selectionStart === box.selectionEnd ? box.selectionStart : null
      if (at !== caret) setIndex(0)
      setCaret(at)
    },
    move: (step: 1 | -1) => {
      setIndex((before) => (before + step + offered.length) % offered.length)
    },
    close: () => {
      setCaret(null)
    },
  }
}

/** Whether the panel of faces is open. On a phone it is in the place of the keyboard, and Back closes it. */
function useFaces(box: RefObject<HTMLTextAreaElement | null>) {
  const [isOpen, setIsOpen] = useState(false)
  const isWide = useIsWide()
  const close = () => {
    setIsOpen(false)
  }
  useCloseOnBack(isOpen && !isWide, close)
  return {
    isOpen,
    close,
    toggle: () => {
      if (!isOpen && !isWide) box.current?.blur()
      setIsOpen(!isOpen)
    },
  }
}
