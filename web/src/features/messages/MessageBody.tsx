import { useTexts } from '../../lib/i18n'
import { Markup } from '../thread'
import { splitOriginal } from './compose'
import './texts'

/** The text of a message, and the original to which it replies. Its pictures load on a click. */
export function MessageBody({ content }: { content: string }) {
  const t = useTexts()
  const { own, original } = splitOriginal(content, t('messages.originalSeparator'))
  return (
    <div className="mail-body">
      {own !== '' && <Markup source={own} picturesOnClick />}
      {original !== null && (
        <blockquote className="mail-original">
          <p className="mail-original-line">{t('messages.originalSeparator')}</p>
          <Markup source={original} picturesOnClick />
        </blockquote>
      )}
    </div>
  )
}
