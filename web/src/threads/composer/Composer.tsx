import { countCharacters, isBlank } from '@forum/shared/text'
import {
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { classNames, type ControlProps, Counter, FormError, isTouch } from '../../ui'
import { composerText } from './composer.texts'
import { ComposerText } from './ComposerText'
import { editOf, type Tool } from './edits'
import { write } from './write'
import { FileList as AttachedFiles } from './FileList'
import { type Person } from './people'
import { type NamedFile, shownText } from './pictures'
import { Toolbar } from './Toolbar'
import { useDrop } from './use-drop'
import { useFaces } from './use-faces'
import { type ComposerFiles, useFiles } from './use-files'
import { useGrowth } from './use-growth'
import { usePreview } from './use-preview'
import { useSettled } from './use-settled'
import './composer.css'

const FacePanel = lazy(() => import('./FacePanel'))

export interface ComposerProps {
  value: string
  onChange: (value: string) => void
  /** The accessible name of the text; a form with a visible label gives `control` instead. */
  label?: string
  control?: ControlProps
  /** Renders the preview, with the renderer of published texts. Not used with `isLine`. */
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
  /** True for one line that grows with its text, with faces as its only tool: a chat. */
  isLine?: boolean
  /** True to show the preview beside the text as well, once typing pauses. */
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
  const { name, placeholder, className } = props
  const box = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(props.textareaRef, () => box.current as HTMLTextAreaElement)
  const chooser = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isWriting, setIsWriting] = useState(false)
  const { caret, ...previewed } = usePreview(box, value)
  const file = useFiles({ files, value, onChange: props.onChange, box, caret })
  const faces = useFaces(box, (text) => {
    setProblem(null)
    file.change(text)
  })
  const add = (given: FileList) => {
    if (!readOnly) setProblem(file.add(given))
  }
  const drop = useDrop(files ? add : null)
  useGrowth(box, file.shown, previewed.isShown)
  const runTool = (tool: Tool) => {
    const at = box.current
    if (at) write(at, editOf(tool, { text: at.value, start: at.selectionStart, end: at.selectionEnd }))
  }
  const count = countCharacters(value)
  const besidePreview = previewsBeside && !previewed.isShown ? preview : undefined
  return (
    <div
      className={classNames(
        'composer',
        previewsBeside && 'composer-with-beside',
        besidePreview && 'composer-halved',
        isLine && 'composer-line',
        drop.isDropping && 'composer-dropping',
      )}
      onKeyDown={previewed.onKeyDown}
      {...drop.props}
    >
      <Toolbar
        isLine={isLine}
        isWriting={isWriting}
        isPreview={previewed.isShown}
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
          previewed.toggle()
        }}
      />
      {faces.isOpen && !previewed.isShown && !readOnly && (
        <Suspense>
          <FacePanel onChoose={faces.insert} onClose={faces.leave} />
        </Suspense>
      )}
      <div className="composer-field">
        {previewed.isShown ? (
          <section className="composer-preview" aria-label={composerText('previewOf')}>
            {preview?.(shownText(value, NO_FILES))}
          </section>
        ) : (
          <ComposerText
            box={box}
            text={file.shown}
            people={people}
            isLine={isLine}
            field={{ ...props.control, name, 'aria-label': props.label, placeholder, className, readOnly }}
            onType={(area) => {
              setProblem(null)
              file.type(area)
            }}
            onWriting={setIsWriting}
            onTool={runTool}
            onFiles={files ? add : null}
            onEscape={faces.isOpen ? faces.close : null}
            onSend={props.onSend}
          />
        )}
      </div>
      {files && (
        <>
          <FileChooser input={chooser} onChoose={add} />
          <AttachedFiles
            place={files.place}
            text={value}
            files={file}
            canMove={!previewed.isShown && !readOnly}
          />
          {drop.isDropping && <p className="composer-drop-hint">{composerText('dropHere')}</p>}
        </>
      )}
      {besidePreview && <BesidePreview value={value} preview={besidePreview} />}
      <div className="composer-below">
        <FormError>{problem}</FormError>
        {count >= counterFrom && <Counter count={count} max={max} />}
      </div>
    </div>
  )
}

/**
 * Returns the further file types to accept. A phone converts its photos to JPEG itself, unless it is asked for these
 * types.
 */
const heicChoice = () => (isTouch() ? '' : ',.heic,.heif')

function FileChooser({
  input,
  onChoose,
}: {
  input: RefObject<HTMLInputElement | null>
  onChoose: (files: FileList) => void
}) {
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      accept={`image/jpeg,image/png,image/gif,image/webp,image/avif,.pdf,.txt,.zip,.docx,.xlsx,.pptx,.odt,.ods,.odp,.epub,.csv,.md,.json${heicChoice()}`}
      aria-label={composerText('attach')}
      onChange={(event) => {
        if (event.target.files) onChoose(event.target.files)
        // Allows choosing the same file again.
        event.target.value = ''
      }}
    />
  )
}

/** A preview that updates when typing pauses, so that typing never waits for it. */
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
