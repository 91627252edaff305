import { MESSAGE_MAX, SUBJECT_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { Field } from '../../ui'
import { Composer } from '../composer'
import { MessageBody } from './MessageBody'
import { messagesText } from './messages.texts'

/** The subject and text of a message, shared by both forms. */
export function MessageFields({
  value: { subject, content },
  onChange,
  onSend,
  readOnly = false,
}: {
  value: { subject: string; content: string }
  onChange: (change: { subject?: string; content?: string }) => void
  onSend: () => void
  readOnly?: boolean
}) {
  const length = countCharacters(trimText(content))
  const isSubjectLong = countCharacters(trimText(subject)) > SUBJECT_MAX
  return (
    <>
      <Field
        label={messagesText('subject')}
        required
        error={isSubjectLong ? messagesText('subjectTooLong') : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="subject"
            autoComplete="off"
            required
            readOnly={readOnly}
            value={subject}
            onChange={({ target }) => {
              onChange({ subject: target.value })
            }}
          />
        )}
      </Field>
      <Field
        label={messagesText('content')}
        required
        error={length > MESSAGE_MAX ? messagesText('contentTooLong') : undefined}
      >
        {(control) => (
          <Composer
            control={control}
            name="content"
            className="compose-content"
            value={content}
            onChange={(written) => {
              onChange({ content: written })
            }}
            preview={(source) => <MessageBody content={source} />}
            max={MESSAGE_MAX}
            counterFrom={MESSAGE_MAX * 0.8}
            onSend={onSend}
            readOnly={readOnly}
          />
        )}
      </Field>
    </>
  )
}
