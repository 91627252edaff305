import { type Message } from '@forum/shared/contract'
import { forum } from '../../store'
import { useForm } from '../../ui'
import { type Draft, submit, useSubmission } from '../drafts'
import { bodyOf, type MessageDraft } from './compose'
import { messagesText } from './messages.texts'
import { applySentMessage } from './messages.actions'

/** The form of a message: it sends `message` once, shows it in the lists, and says why it could not be sent. */
export function useMessageForm({
  draft,
  empty,
  message,
  parentId,
  onSent,
}: {
  draft: Draft<MessageDraft>
  empty: MessageDraft
  /** What the draft sends. */
  message: MessageDraft
  parentId: number | null
  onSent: (message: Message) => void
}) {
  return useForm({
    initial: empty,
    kept: draft,
    submission: useSubmission(draft.place),
    send: () => submit(forum, draft.place, empty, 'sendMessage', bodyOf(message, parentId)),
    onSent: ({ message: sent }) => {
      applySentMessage(forum, sent)
      onSent(sent)
    },
    waits: (seconds) => messagesText('error.tooFastFor', { seconds }),
    describe: ({ fields, message: text }) => fields[0]?.message ?? (text || messagesText('error.send')),
  })
}
