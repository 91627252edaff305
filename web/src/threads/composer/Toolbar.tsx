import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { keyOf } from '../../lib/keys'
import { classNames } from '../../ui'
import {
  Bold,
  Code,
  Eye,
  EyeOff,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  ListTodo,
  Captions,
  Minus,
  Table,
  PenLine,
  Quote,
  Smile,
  Strikethrough,
} from '../../ui/icons'
import { composerText } from './composer.texts'
import { type Tool } from './edits'
import { useKeyboard } from './use-keyboard'

/** The height of the toolbar (composer.css). */
const TOOLBAR_PX = 48

const TOOLS: readonly [Tool, ReactNode, shortcut?: string][] = [
  ['bold', <Bold key="bold" aria-hidden />, 'B'],
  ['quote', <Quote key="quote" aria-hidden />],
  ['link', <Link2 key="link" aria-hidden />, 'K'],
  ['spoiler', <EyeOff key="spoiler" aria-hidden />],
  ['list', <List key="list" aria-hidden />],
  ['code', <Code key="code" aria-hidden />, 'E'],
  ['italic', <Italic key="italic" aria-hidden />, 'I'],
  ['strike', <Strikethrough key="strike" aria-hidden />],
  ['heading', <Heading2 key="heading" aria-hidden />],
  ['subheading', <Heading3 key="subheading" aria-hidden />],
  ['ordered', <ListOrdered key="ordered" aria-hidden />],
  ['task', <ListTodo key="task" aria-hidden />],
  ['table', <Table key="table" aria-hidden />],
  ['figure', <Captions key="figure" aria-hidden />],
  ['rule', <Minus key="rule" aria-hidden />],
]

/** The tool for a key pressed with Ctrl or ⌘. */
export const toolOfKey = (key: string): Tool | undefined =>
  TOOLS.find(([, , shortcut]) => shortcut === key.toUpperCase())?.[0]

/**
 * The tools above the text. The arrow keys move between them. While the keyboard of a phone is open they sit right
 * above it, and their space in the form stays reserved, so that nothing jumps.
 */
export function Toolbar({
  isLine,
  isWriting,
  isPreview,
  isReadOnly,
  areFacesOpen,
  onTool,
  onFiles,
  onFaces,
  onPreview,
}: {
  /** True for files and faces alone, beside a text of one line. */
  isLine: boolean
  isWriting: boolean
  isPreview: boolean
  isReadOnly: boolean
  areFacesOpen: boolean
  onTool: (tool: Tool) => void
  /** Omitted where nothing can be attached: pictures are then inserted by their addresses. */
  onFiles: (() => void) | undefined
  onFaces: () => void
  onPreview: () => void
}) {
  const bar = useRef<HTMLDivElement>(null)
  const keyboard = useKeyboard(isWriting && !isLine)
  const keyboardTop = keyboard && keyboard.top - TOOLBAR_PX
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keyOf(event) === 'ArrowRight' ? 1 : keyOf(event) === 'ArrowLeft' ? -1 : 0
    if (step === 0 || !bar.current) return
    event.preventDefault()
    const buttons = [...bar.current.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  const isOff = isPreview || isReadOnly
  const tool = (label: string, icon: ReactNode, onClick: () => void, isFirst = false) => (
    <button
      key={label}
      type="button"
      className="composer-tool"
      aria-label={label}
      title={label}
      disabled={isOff}
      tabIndex={isFirst ? 0 : -1}
      // Keeps the focus in the text, and so the keyboard of a phone open.
      onPointerDown={(event) => {
        event.preventDefault()
      }}
      onClick={onClick}
    >
      {icon}
    </button>
  )
  const faces = (
    <button
      type="button"
      className="composer-tool"
      aria-expanded={areFacesOpen}
      aria-label={composerText('faces')}
      disabled={isOff}
      tabIndex={isLine ? 0 : -1}
      onPointerDown={(event) => {
        event.preventDefault()
      }}
      onClick={onFaces}
    >
      <Smile aria-hidden />
      {!isLine && composerText('faces')}
    </button>
  )
  const picture = <ImagePlus aria-hidden />
  if (isLine)
    return (
      <div className="composer-line-tools">
        {onFiles && tool(composerText('attach'), picture, onFiles, true)}
        {faces}
      </div>
    )
  return (
    <div className="composer-toolbar-place">
      <div
        ref={bar}
        className={classNames('composer-toolbar', keyboardTop !== null && 'composer-toolbar-docked')}
        style={keyboardTop === null ? undefined : { top: `${keyboardTop}px` }}
        role="toolbar"
        aria-label={composerText('toolbar')}
        onKeyDown={onKeyDown}
      >
        <div className="composer-tools">
          {onFiles
            ? tool(composerText('attach'), picture, onFiles, true)
            : tool(
                composerText('picture'),
                picture,
                () => {
                  onTool('picture')
                },
                true,
              )}
          {faces}
          {TOOLS.map(([name, icon, shortcut]) =>
            tool(composerText(name) + (shortcut ? ` (Ctrl+${shortcut})` : ''), icon, () => {
              onTool(name)
            }),
          )}
        </div>
        <button
          type="button"
          className="composer-preview-button"
          aria-pressed={isPreview}
          disabled={isReadOnly}
          onClick={onPreview}
        >
          {isPreview ? <PenLine aria-hidden /> : <Eye aria-hidden />}
          {isPreview ? composerText('backToEdit') : composerText('preview')}
        </button>
      </div>
    </div>
  )
}
