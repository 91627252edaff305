import { type PublicPost } from '@forum/shared/contract'
import { useTexts } from '../../lib/i18n'
import { Paperclip } from '../../ui/icons'
import './texts'

const isPicture = (mimeType: string) => mimeType.startsWith('image/')

/** A post's files: pictures as pictures, of known size so that nothing moves; all with name and size in KB. */
export function Attachments({ attachments }: { attachments: PublicPost['attachments'] }) {
  const t = useTexts()
  if (attachments.length === 0) return null
  return (
    <ul className="attachments" aria-label={t('thread.attachments')}>
      {attachments.map(({ id, url, originalName, fileSize, mimeType, width, height }) => (
        <li key={id}>
          <a className="attachment" href={url} target="_blank" rel="noopener">
            {isPicture(mimeType) && width !== null && height !== null && (
              <img
                src={url}
                alt={originalName}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
              />
            )}
            <span className="attachment-line">
              <Paperclip aria-hidden />
              <span className="attachment-name">{originalName}</span>
              <span className="faint num">
                {t('thread.fileSize', { size: Math.max(1, Math.round(fileSize / 1024)) })}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
