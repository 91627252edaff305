import { IconButton } from '../../ui'
import { Captions, CornerDownRight, Paperclip, RotateCw, X } from '../../ui/icons'
import { composerText } from './composer.texts'
import { isInFigure, isPicture, isPlaced, notUploaded } from './pictures'
import { type Upload, uploads } from './uploads'
import { type useFiles } from './use-files'

const sizeOf = (bytes: number) => Math.max(1, Math.round(bytes / 1024))

const shortSize = (bytes: number) =>
  bytes < 1_000_000 ? `${sizeOf(bytes)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** The files of a draft: first the attached ones, then those being uploaded or failed. */
export function FileList({
  place,
  text,
  files: { attached, unfinished, move, original, describe, detach, cancel, forget },
  canMove,
}: {
  place: string
  /** The text of the draft, which may show pictures. */
  text: string
  files: ReturnType<typeof useFiles>
  /** True if a picture can be moved to the caret: the text can be edited. */
  canMove: boolean
}) {
  const lost = notUploaded(text).filter((name) => unfinished.every((upload) => upload.name !== name))
  if (attached.length === 0 && unfinished.length === 0 && lost.length === 0) return null
  const isUndescribed = attached.some(
    ({ attachment }) => isPlaced(text, attachment) && !isInFigure(text, attachment),
  )
  return (
    <>
      <ul className="composer-files" aria-label={composerText('files')}>
        {attached.map((file) => (
          <li key={file.attachment.id} className="composer-file">
            {file.attachment.mimeType.startsWith('image/') ? (
              <img className="composer-file-picture" src={`${file.attachment.url}?size=small`} alt="" />
            ) : (
              <Paperclip aria-hidden />
            )}
            <span className="composer-file-name one-line">{file.name}</span>
            {isPicture(file.attachment) && isPlaced(text, file.attachment) ? (
              <span className="live small">{composerText('placed')}</span>
            ) : (
              <span className="faint num small">{sizeOf(file.attachment.fileSize)} KB</span>
            )}
            <Reduced
              id={file.attachment.id}
              name={file.name}
              onOriginal={() => {
                original(file)
              }}
            />
            {isPlaced(text, file.attachment) && canMove && !isInFigure(text, file.attachment) && (
              <IconButton
                label={composerText('describe', { name: file.name })}
                onClick={() => {
                  describe(file)
                }}
              >
                <Captions aria-hidden />
              </IconButton>
            )}
            {isPicture(file.attachment) && canMove && (
              <IconButton
                label={composerText('toCaret', { name: file.name })}
                // Keeps the focus, and so the caret, in the text.
                onPointerDown={(event) => {
                  event.preventDefault()
                }}
                onClick={() => {
                  move(file)
                }}
              >
                <CornerDownRight aria-hidden />
              </IconButton>
            )}
            <IconButton
              label={composerText('removeFile', { name: file.name })}
              onClick={() => {
                detach(file)
              }}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
        {unfinished.map((upload) => (
          <OnWay
            key={upload.key}
            place={place}
            upload={upload}
            onCancel={() => {
              cancel(upload)
            }}
          />
        ))}
        {lost.map((name) => (
          <li key={name} className="composer-file">
            <Paperclip aria-hidden />
            <span className="composer-file-name one-line">{name}</span>
            <span className="composer-file-failure small">{composerText('uploadLost')}</span>
            <IconButton
              label={composerText('removeFile', { name })}
              onClick={() => {
                forget(name)
              }}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {isUndescribed && canMove && <p className="faint small">{composerText('describeHint')}</p>}
    </>
  )
}

/** The sizes of a picture before and after its reduction, and a button that uploads the original instead. */
function Reduced({ id, name, onOriginal }: { id: number; name: string; onOriginal: () => void }) {
  const reduced = uploads.reduced(id)
  if (!reduced) return null
  const { original, size } = reduced
  return (
    <>
      <span className="faint num small composer-file-reduced">
        {composerText('reduced', { before: shortSize(original.size), after: shortSize(size) })}
      </span>
      <button
        type="button"
        className="composer-file-original link small"
        aria-label={composerText('sendOriginal', { name })}
        onClick={onOriginal}
      >
        {composerText('original')}
      </button>
    </>
  )
}

function OnWay({
  place,
  upload: { key, name, progress, failure },
  onCancel,
}: {
  place: string
  upload: Upload
  onCancel: () => void
}) {
  const percent = Math.floor(progress * 100)
  const state = progress === 0 ? composerText('waiting') : composerText('uploading', { percent })
  return (
    <li className="composer-file">
      <Paperclip aria-hidden />
      <span className="composer-file-name one-line">{name}</span>
      {failure ? (
        <span className="composer-file-failure small" role="alert">
          {failure.isTooLarge ? composerText('tooLarge') : (failure.text ?? composerText('uploadFailed'))}
        </span>
      ) : (
        <>
          <progress className="composer-file-progress" max={1} value={progress} aria-label={name} />
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
      <IconButton label={composerText(failure ? 'removeFile' : 'cancelUpload', { name })} onClick={onCancel}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
