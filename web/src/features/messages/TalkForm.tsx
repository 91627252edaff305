import { MESSAGE_MAX } from '@forum/shared/limits'
import { isBlank } from '@forum/shared/text'
import { type FormEvent, useRef, useState } from 'react'
import { announce, Button, FormError } from '../../ui'
import { Composer } from '../composer'
import { DraftBar, useDraft } from '../drafts'
import { EMPTY, type MessageDraft, replySubject } from './compose'
import { MessageBody } from './MessageBody'
import { messagesText } from './messages.texts'
import { useSendMessage } from './use-send-message'

/** Sends another message in a conversation, under the subject of its newest message. */
export function TalkForm({ otherUserId, lastSubject }: { otherUserId: number; lastSubject: string }) {
  const [empty] = useState<MessageDraft>(() => ({ ...EMPTY, recipientId: otherUserId }))
  const draft = useDraft(`message:with:${otherUserId}`, empty)
  const { content } = draft.value
  // The draft keeps its first subject: a message that arrives meanwhile must not turn a retry into a new message.
  const subject = draft.value.subject || replySubject(lastSubject)
  const { isBusy, isWaiting, problem, send } = useSendMessage(draft.place, empty)
  const text = useRef<HTMLTextAreaElement>(null)
  const submit = async () => {
    if (isBusy || isWaiting || isBlank(content)) return
    if (!(await send({ ...draft.value, subject }, null))) return
    // The message appears above, which needs no toast, and the next one can be written.
    announce(messagesText('sendSuccess'))
    text.current?.focus()
  }
  return (
    <form
      className="mail-talk-form"
      aria-label={messagesText('reply')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <DraftBar draft={draft} />
      <FormError>{problem}</FormError>
      <p className="mail-talk-subject">{subject}</p>
      <Composer
        label={messagesText('content')}
        name="content"
        className="mail-talk-text"
        value={content}
        onChange={(written) => {
          draft.set({ content: written, subject: isBlank(written) ? '' : subject })
        }}
        preview={(source) => <MessageBody content={source} />}
        max={MESSAGE_MAX}
        counterFrom={MESSAGE_MAX * 0.8}
        onSend={() => void submit()}
        textareaRef={text}
        readOnly={isBusy}
      />
      <Button type="submit" tone="go" busy={isBusy} disabled={isWaiting || isBlank(content)}>
        {isBusy ? messagesText('sending') : messagesText('send')}
      </Button>
    </form>
  )
}
