import { type Attachment } from '@forum/shared/contract'
import { Attachments, Markup, outsideText } from '../threads'
import { splitOriginal } from './compose'
import { messagesText } from './messages.texts'

/**
 * The text of a message with its files, and the original to which it replies. Pictures of other sites load on a click;
 * uploaded ones are read by the page, because their addresses alone open for neither party.
 */
export function MessageBody({
  content,
  attachments,
  arePrivate = true,
  foldsOriginal = false,
}: {
  content: string
  attachments: readonly Attachment[]
  /** False while the message is being written: its files belong to nobody yet. */
  arePrivate?: boolean
  /** Folds the original, on a screen that shows it as a message too. */
  foldsOriginal?: boolean
}) {
  const { ownText, original } = splitOriginal(content, messagesText('originalSeparator'))
  const folds = foldsOriginal && ownText !== ''
  return (
    <div className="mail-body">
      {ownText !== '' && <Markup {...{ source: ownText, attachments, arePrivate }} picturesOnClick />}
      <Attachments attachments={outsideText(content, attachments)} isPrivate={arePrivate} />
      {original !== null && folds && (
        <details className="mail-folded">
          <summary>{messagesText('original')}</summary>
          <blockquote className="mail-original">
            <Markup source={original} arePrivate picturesOnClick />
          </blockquote>
        </details>
      )}
      {original !== null && !folds && (
        <blockquote className="mail-original">
          <p className="mail-original-line">{messagesText('originalSeparator')}</p>
          <Markup source={original} arePrivate picturesOnClick />
        </blockquote>
      )}
    </div>
  )
}
