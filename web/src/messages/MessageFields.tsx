import { type Attachment } from '@forum/shared/contract'
import { MESSAGE_MAX, SUBJECT_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { Bone, Button, type ControlProps, Field, Skeleton, toast } from '../ui'
import { Composer, type ComposerProps } from '../threads'
import { type Draft } from '../state/drafts'
import { MessageBody } from './MessageBody'
import { messagesText } from './messages.texts'

/** The forms of a message while they load. */
export function MessageSkeleton() {
  return (
    <Skeleton>
      <Bone height="38px" />
      <Bone height="38px" />
      <Bone height="12em" />
    </Skeleton>
  )
}

/** The recipient of a message, where it cannot be chosen. */
export function LockedRecipient({ control, name }: { control: ControlProps; name: string }) {
  return <input {...control} className="input compose-locked" name="recipient" readOnly value={name} />
}

/** The buttons below a form of a message: `children` send it; the others keep its draft, if there is one, and leave. */
export function MessageActs<T extends object>({
  draft,
  children,
}: {
  draft: Draft<T> | null
  children: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <div className="buttons">
      {children}
      {draft && (
        <Button
          onClick={() => {
            draft.set({})
            toast.success(messagesText('draftSaved'))
          }}
        >
          {messagesText('saveDraft')}
        </Button>
      )}
      <Button tone="quiet" onClick={() => void navigate(-1)}>
        {commonText('cancel')}
      </Button>
    </div>
  )
}

/** The subject and text of a message, shared by both forms. */
export function MessageFields({
  value: { subject, content },
  onChange,
  onSend,
  files,
  attachments,
  showsMissing = false,
  readOnly = false,
}: {
  value: { subject: string; content: string }
  onChange: (change: { subject?: string; content?: string }) => void
  onSend: () => void
  /** The files of a new message; one that was sent keeps its own. */
  files?: ComposerProps['files']
  /** The files that the preview shows. */
  attachments: readonly Attachment[]
  /** True if an empty field shows an error beside it. */
  showsMissing?: boolean
  readOnly?: boolean
}) {
  const length = countCharacters(trimText(content))
  const isSubjectLong = countCharacters(trimText(subject)) > SUBJECT_MAX
  const missingIn = (name: 'subject' | 'content', text: string) =>
    showsMissing && isBlank(text) ? messagesText(`${name}Required`) : undefined
  return (
    <>
      <Field
        label={messagesText('subject')}
        required
        error={isSubjectLong ? messagesText('subjectTooLong') : missingIn('subject', subject)}
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
        error={length > MESSAGE_MAX ? messagesText('contentTooLong') : missingIn('content', content)}
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
            preview={(source) => (
              <MessageBody content={source} attachments={attachments} arePrivate={files === undefined} />
            )}
            {...(files && { files })}
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
