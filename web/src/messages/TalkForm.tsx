import { MESSAGE_MAX } from '@forum/shared/limits'
import { isBlank } from '@forum/shared/text'
import { useRef, useState } from 'react'
import { forum } from '../store'
import { announce, FormError, IconButton } from '../ui'
import { ArrowUp } from '../ui/icons'
import { Composer, filesOf, useKeyboard } from '../threads'
import { DraftBar, useDraft } from '../state/drafts'
import { ResendButton } from '../state/live'
import { useTypingNotice } from '../state/presence'
import { EMPTY, type MessageDraft, replySubject } from './compose'
import { showTyping } from './messages.actions'
import { messagesText } from './messages.texts'
import { useMessageForm } from './use-message-form'

/** Sends another message in a conversation, under the subject of its newest message, or of the group. */
export function TalkForm({
  correspondent,
  name,
  lastSubject,
}: {
  correspondent: number
  name: string
  lastSubject: string
}) {
  const isGroup = correspondent < 0
  const [empty] = useState<MessageDraft>(() =>
    isGroup ? { ...EMPTY, conversationId: -correspondent } : { ...EMPTY, recipientId: correspondent },
  )
  const draft = useDraft(isGroup ? `message:group:${-correspondent}` : `message:with:${correspondent}`, empty)
  const { content } = draft.value
  // The draft keeps its first subject: a message that arrives meanwhile must not turn a retry into a new message.
  const subject = draft.value.subject || (isGroup ? name : replySubject(lastSubject))
  const text = useRef<HTMLTextAreaElement>(null)
  const form = useMessageForm({
    draft,
    empty,
    message: { ...draft.value, subject },
    parentId: null,
    onSent: () => {
      // The message appears above, so no toast is needed, and the next one can be written.
      announce(messagesText('sendSuccess'))
      text.current?.focus()
    },
  })
  const keyboard = useKeyboard(true)
  const noticeTyping = useTypingNotice(() => {
    showTyping(forum, correspondent)
  })
  const submit = () => {
    if (!isBlank(content)) void form.submit()
  }
  return (
    <form
      {...form.props}
      className="mail-talk-form"
      style={keyboard ? { marginBottom: `${keyboard.height}px` } : undefined}
      aria-label={messagesText('reply')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DraftBar draft={draft} />
      <FormError>{form.problem}</FormError>
      <ResendButton resend={form.resend} size="small" />
      <Composer
        label={messagesText('content')}
        name="content"
        className="mail-talk-text"
        value={content}
        onChange={(written) => {
          draft.set({ content: written, subject: isBlank(written) ? '' : subject })
          if (!isBlank(written)) noticeTyping()
        }}
        placeholder={isGroup ? messagesText('writeToGroup') : messagesText('writeTo', { name })}
        isLine
        max={MESSAGE_MAX}
        counterFrom={MESSAGE_MAX * 0.8}
        onSend={submit}
        files={filesOf(draft, empty)}
        textareaRef={text}
        readOnly={form.isBusy}
      />
      <IconButton
        type="submit"
        className="mail-talk-send"
        label={form.isBusy ? messagesText('sending') : messagesText('send')}
        aria-busy={form.isBusy}
        disabled={form.isWaiting || isBlank(content)}
      >
        <ArrowUp aria-hidden />
      </IconButton>
    </form>
  )
}
