import { type PublicPost } from '@forum/shared/contract'
import { forum } from '../../store'
import { saveFile, toast } from '../../ui'
import { Paperclip } from '../../ui/icons'
import { Picture, pictureSizeOf } from './Picture'
import { PrivatePicture } from './PrivatePicture'
import { threadText } from './thread.texts'
import { readFile } from './thread.actions'

type AttachedFile = PublicPost['attachments'][number]

/**
 * A post's files: pictures are shown, at their known size so that nothing moves; every file has its name and size in
 * KB. The files of deleted posts and threads, and of boards that not everyone sees, are `isPrivate`: the server sends them
 * to signed-in members who may read them, and to nobody else.
 */
export function Attachments({
  attachments,
  isPrivate = false,
}: {
  attachments: readonly AttachedFile[]
  isPrivate?: boolean
}) {
  if (attachments.length === 0) return null
  return (
    <ul className="attachments" aria-label={threadText('attachments')}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className="attachment">
          {isPrivate ? <PrivateFile attachment={attachment} /> : <PublicFile attachment={attachment} />}
        </li>
      ))}
    </ul>
  )
}

function PublicFile({ attachment }: { attachment: AttachedFile }) {
  return (
    <>
      {attachment.width !== null && <Picture url={attachment.url} attachment={attachment} />}
      <a className="attachment-line" href={attachment.url} target="_blank" rel="noopener">
        <FileName attachment={attachment} />
      </a>
    </>
  )
}

/** A file that its address alone does not open: the page loads it, and shows or saves its own copy. */
function PrivateFile({ attachment }: { attachment: AttachedFile }) {
  const { filename, originalName, width } = attachment
  const save = async () => {
    const file = await readFile(forum, filename)
    if (file.ok) saveFile(file.value, originalName)
    else toast.error(file.error.message)
  }
  return (
    <>
      {width !== null && <PrivatePicture filename={filename} size={pictureSizeOf(attachment)} />}
      <button type="button" className="attachment-line" onClick={() => void save()}>
        <FileName attachment={attachment} />
      </button>
    </>
  )
}

function FileName({ attachment }: { attachment: AttachedFile }) {
  return (
    <>
      <Paperclip aria-hidden />
      <span className="attachment-name">{attachment.originalName}</span>
      <span className="faint num">
        {threadText('fileSize', { size: Math.max(1, Math.round(attachment.fileSize / 1024)) })}
      </span>
    </>
  )
}
