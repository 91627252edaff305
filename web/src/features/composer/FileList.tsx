import { type Attachment } from '@forum/shared/contract'
import { IconButton } from '../../ui'
import { CornerDownRight, Paperclip, RotateCw, X } from '../../ui/icons'
import { composerText } from './composer.texts'
import { isPicture, isPlaced } from './pictures'
import { type Upload, uploads } from './uploads'

const sizeOf = (bytes: number) => Math.max(1, Math.round(bytes / 1024))

/** The files of a draft: first the attached ones, then those being uploaded or failed. */
export function FileList({
  place,
  text,
  attached,
  onWay,
  onMove,
  onDetach,
}: {
  place: string
  /** The text, which may show pictures. */
  text: string
  attached: readonly Attachment[]
  onWay: readonly Upload[]
  /** Moves a picture to the caret. Omitted while the text cannot be edited. */
  onMove: ((picture: Attachment) => void) | undefined
  onDetach: (file: Attachment) => void
}) {
  if (attached.length === 0 && onWay.length === 0) return null
  return (
    <ul className="composer-files" aria-label={composerText('files')}>
      {attached.map((file) => (
        <li key={file.id} className="composer-file">
          {file.mimeType.startsWith('image/') ? (
            <img className="composer-file-picture" src={`${file.url}?size=small`} alt="" />
          ) : (
            <Paperclip aria-hidden />
          )}
          <span className="composer-file-name one-line">{file.originalName}</span>
          {isPicture(file) && isPlaced(text, file) ? (
            <span className="live small">{composerText('placed')}</span>
          ) : (
            <span className="faint num small">{sizeOf(file.fileSize)} KB</span>
          )}
          {isPicture(file) && onMove && (
            <IconButton
              label={composerText('toCaret', { name: file.originalName })}
              // Keeps the focus, and so the caret, in the text.
              onPointerDown={(event) => {
                event.preventDefault()
              }}
              onClick={() => {
                onMove(file)
              }}
            >
              <CornerDownRight aria-hidden />
            </IconButton>
          )}
          <IconButton
            label={composerText('removeFile', { name: file.originalName })}
            onClick={() => {
              onDetach(file)
            }}
          >
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
      {onWay.map((upload) => (
        <OnWay key={upload.key} place={place} upload={upload} />
      ))}
    </ul>
  )
}

function OnWay({ place, upload: { key, file, progress, failure } }: { place: string; upload: Upload }) {
  const percent = Math.floor(progress * 100)
  const state = progress === 0 ? composerText('waiting') : composerText('uploading', { percent })
  return (
    <li className="composer-file">
      <Paperclip aria-hidden />
      <span className="composer-file-name one-line">{file.name}</span>
      {failure ? (
        <span className="composer-file-failure small" role="alert">
          {failure.isTooLarge ? composerText('tooLarge') : (failure.text ?? composerText('uploadFailed'))}
        </span>
      ) : (
        <>
          <progress className="composer-file-progress" max={1} value={progress} aria-label={file.name} />
          <span className="faint num small">{state}</span>
        </>
      )}
      {failure && !failure.isTooLarge && (
        <IconButton
          label={composerText('retryUpload')}
          onClick={() => {
            uploads.retry(place, key)
          }}
        >
          <RotateCw aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={composerText(failure ? 'removeFile' : 'cancelUpload', { name: file.name })}
        onClick={() => {
          uploads.cancel(place, key)
        }}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
