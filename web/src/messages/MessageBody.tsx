import { Markup } from '../threads'
import { splitOriginal } from './compose'
import { messagesText } from './messages.texts'

/** The text of a message, and the original to which it replies. Its pictures load on a click. */
export function MessageBody({
  content,
  foldsOriginal = false,
}: {
  content: string
  /** Folds the original, on a screen that shows it as a message too. */
  foldsOriginal?: boolean
}) {
  const { own, original } = splitOriginal(content, messagesText('originalSeparator'))
  const folds = foldsOriginal && own !== ''
  return (
    <div className="mail-body">
      {own !== '' && <Markup source={own} picturesOnClick />}
      {original !== null && folds && (
        <details className="mail-folded">
          <summary>{messagesText('original')}</summary>
          <blockquote className="mail-original">
            <Markup source={original} picturesOnClick />
          </blockquote>
        </details>
      )}
      {original !== null && !folds && (
        <blockquote className="mail-original">
          <p className="mail-original-line">{messagesText('originalSeparator')}</p>
          <Markup source={original} picturesOnClick />
        </blockquote>
      )}
    </div>
  )
}
