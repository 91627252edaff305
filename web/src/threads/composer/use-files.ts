import { ATTACHMENTS_PER_POST } from '@forum/shared/limits'
import { type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '../../ui'
import { composerText } from './composer.texts'
import {
  applied,
  figureAt,
  isPicture,
  labelOf,
  linesAt,
  type NamedFile,
  notUploaded,
  shownText,
  sourceText,
  tagOf,
  uploadTag,
  withoutLine,
  withoutPicture,
  withPicture,
  withWholeLabels,
} from './pictures'
import { type Upload, uploads, useUploads } from './uploads'
import { write } from './write'

/** The files of a draft, with the functions by which a composer changes them. */
export interface ComposerFiles {
  /** The key of the draft that the uploads belong to. */
  place: string
  attached: readonly NamedFile[]
  /** Called when an upload has finished, possibly after the form was unmounted. */
  onAttach: (file: NamedFile & { at: number }) => void
  onDetach: (id: number) => void
  /** Changes the text, also after the form was unmounted. */
  write: (edit: (text: string) => string) => void
}

const NO_FILES: readonly NamedFile[] = []

/** Returns whether a file is a picture, by the browser's type. */
const looksLikePicture = ({ type }: File): boolean => type.startsWith('image/')

/**
 * The files of a composer. A picture gets its place in the text when it is chosen, so several keep that order,
 * whichever is uploaded first. The editor shows pictures by their names.
 */
export function useFiles({
  files,
  value,
  onChange,
  box,
  caret,
}: {
  files: ComposerFiles | undefined
  value: string
  onChange: (source: string) => void
  box: RefObject<HTMLTextAreaElement | null>
  /** The caret's offset before the preview was opened. */
  caret: RefObject<number>
}) {
  const unfinished = useUploads(files?.place)
  const attached = files?.attached ?? NO_FILES
  const shown = files ? shownText(value, attached) : value

  const change = (text: string) => {
    if (!files) onChange(text)
    else
      onChange(
        sourceText(text, {
          before: value,
          files: attached,
          // Read again, since uploads may have started since the last render.
          uploading: uploads.read(files.place).map(({ name }) => name),
        }),
      )
  }
  /** Applies typing to the text. A label is one unit, so a damaged one is removed whole. */
  const type = (area: HTMLTextAreaElement) => {
    const pictures = attached.filter(({ attachment }) => isPicture(attachment))
    const names = [...pictures.map(({ name }) => name), ...notUploaded(value)]
    const whole = files ? withWholeLabels(shown, area.value, names.map(labelOf)) : null
    if (!whole) {
      change(area.value)
      return
    }
    flushSync(() => {
      change(whole.text)
    })
    area.setSelectionRange(whole.caret, whole.caret)
  }
  /** Inserts pictures at the caret, as typing would. */
  const insert = (names: readonly string[]) => {
    const area = box.current
    const isFocused = area !== null && area === document.activeElement
    const text = area?.value ?? shown
    const at = area ? area.selectionEnd : caret.current
    // In a text without focus so far, the caret is at its beginning.
    const edit = linesAt(text, at === 0 && !isFocused ? text.length : at, names.map(labelOf))
    if (isFocused) {
      write(area, edit)
      return
    }
    // Without the focus, which would open a phone's keyboard.
    flushSync(() => {
      change(applied(text, edit))
    })
    area?.setSelectionRange(edit.selectFrom, edit.selectTo)
  }
  /** Starts uploads. Returns the reason why some were left out, or null. */
  const add = (given: FileList | readonly File[]): string | null => {
    if (!files) return null
    const freeSlots = Math.max(0, ATTACHMENTS_PER_POST - attached.length - unfinished.length)
    const chosen = [...given].slice(0, freeSlots)
    const started = uploads.start(
      files.place,
      chosen,
      (attachment, { name, at, file }) => {
        files.onAttach({ attachment, name, at })
        files.write((source) => {
          if (!isPicture(attachment)) return withoutLine(source, uploadTag(name))
          // A picture that was removed from the text meanwhile stays in the list.
          if (looksLikePicture(file)) return source.replaceAll(uploadTag(name), () => tagOf(attachment))
          return applied(source, linesAt(source, source.length, [tagOf(attachment)]))
        })
        announce(composerText('fileAdded', { name }))
      },
      attached.map(({ name }) => name),
    )
    const pictures = started.filter(({ file, failure }) => looksLikePicture(file) && !failure)
    if (pictures.length > 0) insert(pictures.map(({ name }) => name))
    return given.length > freeSlots ? composerText('tooMany', { max: ATTACHMENTS_PER_POST }) : null
  }
  const move = ({ name }: NamedFile) => {
    const area = box.current
    if (!area) return
    const label = labelOf(name)
    const at = withoutLine(area.value.slice(0, area.selectionEnd), label).length
    const text = withoutLine(area.value, label)
    const edit = linesAt(text, at, [label])
    write(area, { ...edit, from: 0, to: area.value.length, insert: applied(text, edit) })
  }
  const detach = ({ attachment }: NamedFile) => {
    files?.onDetach(attachment.id)
    files?.write((source) => withoutPicture(source, attachment))
  }
  const forget = (name: string) => {
    files?.write((source) => withoutLine(source, uploadTag(name)))
  }
  const original = (file: NamedFile) => {
    if (files) uploadOriginal(files, file)
  }
  /** Puts a picture into a figure, and the caret at its caption. */
  const describe = ({ name }: NamedFile) => {
    const area = box.current
    if (!area) return
    const edit = figureAt(area.value, labelOf(name))
    if (edit) write(area, edit)
  }
  const cancel = ({ key, name }: Upload) => {
    if (files) uploads.cancel(files.place, key)
    forget(name)
  }
  return { shown, change, type, attached, unfinished, add, move, original, describe, detach, cancel, forget }
}

/** Uploads the original of a picture, and puts it in the place of the reduced one. */
function uploadOriginal(files: ComposerFiles, { attachment }: NamedFile): void {
  const reduced = uploads.reduced(attachment.id)
  if (!reduced) return
  uploads.start(
    files.place,
    [reduced.original],
    (whole, { name, at }) => {
      files.onAttach({ attachment: whole, name, at })
      files.write((source) => withPicture(source, attachment, whole))
      files.onDetach(attachment.id)
      announce(composerText('fileAdded', { name }))
    },
    files.attached.map(({ name }) => name),
    true,
  )
}

/** Returns the reason why a text cannot be sent yet: files are being uploaded, or some failed. Null if it can be sent. */
export function unsentFiles(source: string, unfinished: readonly Upload[]): string | null {
  if (unfinished.some(({ failure }) => failure === null)) return composerText('stillUploading')
  return unfinished.length > 0 || notUploaded(source).length > 0 ? composerText('notUploaded') : null
}
