import { type PublicPost } from '@forum/shared/contract'
import { useTexts } from '../../lib/i18n'
import { Paperclip } from '../../ui/icons'
import { Picture } from './Picture'
import './texts'

/**
 * A post's files: pictures are shown, at their known size so that nothing moves; every file has its name and size in
 * KB.
 */
export function Attachments({ attachments }: { attachments: PublicPost['attachments'] }) {
  const t = useTexts()
  if (attachments.length === 0) return null
  return (
    <ul className="attachments" aria-label={t('thread.attachments')}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className="attachment">
          {attachment.width !== null && <Picture url={attachment.url} attachment={attachment} />}
          <a className="attachment-line" href={attachment.url} target="_blank" rel="noopener">
            <Paperclip aria-hidden />
            <span className="attachment-name">{attachment.originalName}</span>
            <span className="faint num">
              {t('thread.fileSize', { size: Math.max(1, Math.round(attachment.fileSize / 1024)) })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
