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
  /** Whether the files belong to a message by now. */
  arePrivate?: boolean
  /** Hides the original until it is asked for, where it is shown as a message too. */
  foldsOriginal?: boolean
}) {
  const { own, original } = splitOriginal(content, messagesText('originalSeparator'))
  const folds = foldsOriginal && own !== ''
  return (
    <div className="mail-body">
      {own !== '' && <Markup {...{ source: own, attachments, arePrivate }} picturesOnClick />}
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
