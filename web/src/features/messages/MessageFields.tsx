import { MESSAGE_MAX, SUBJECT_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useTexts } from '../../lib/i18n'
import { Counter, Field, isSendKey } from '../../ui'

/** Subject and text of a message, as both forms have them. */
export function MessageFields({
  value: { subject, content },
  onChange,
  onSend,
}: {
  value: { subject: string; content: string }
  onChange: (change: { subject?: string; content?: string }) => void
  onSend: () => void
}) {
  const t = useTexts()
  const length = countCharacters(trimText(content))
  const isSubjectLong = countCharacters(trimText(subject)) > SUBJECT_MAX
  return (
    <>
      <Field
        label={t('messages.subject')}
        required
        error={isSubjectLong ? t('messages.subjectTooLong') : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="subject"
            autoComplete="off"
            required
            value={subject}
            onChange={({ target }) => {
              onChange({ subject: target.value })
            }}
          />
        )}
      </Field>
      <Field
        label={t('messages.content')}
        required
        error={length > MESSAGE_MAX ? t('messages.contentTooLong') : undefined}
        aside={length > MESSAGE_MAX * 0.8 ? <Counter count={length} max={MESSAGE_MAX} /> : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            className="input compose-content"
            name="content"
            required
            value={content}
            onChange={({ target }) => {
              onChange({ content: target.value })
            }}
            onKeyDown={(event) => {
              if (!isSendKey(event)) return
              event.preventDefault()
              onSend()
            }}
          />
        )}
      </Field>
    </>
  )
}
