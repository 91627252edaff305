import { type GroupConversation, type Message } from '@forum/shared/contract'
import { forum } from '../store'
import { useForm } from '../ui'
import { type Draft, submit, useSubmission } from '../state/drafts'
import { useResendWhenBack } from '../state/live'
import { bodyOf, groupBodyOf, groupOf, type MessageDraft, missingField } from './compose'
import { messagesText } from './messages.texts'
import { applyStartedGroup } from './group.actions'
import { applySentMessage } from './messages.actions'
import { unsentFiles, useUploads } from '../threads'

/**
 * The form of a message. It sends `message` once and adds it to the lists, or shows the error. After a failure of the
 * connection it sends again once the connection is back.
 */
export function useMessageForm({
  draft,
  empty,
  message,
  parentId,
  onSent,
}: {
  draft: Draft<MessageDraft>
  empty: MessageDraft
  /** The content of the call. */
  message: MessageDraft
  parentId: number | null
  onSent: (message: Message) => void
}) {
  const unfinishedUploads = useUploads(draft.place)
  const isNewGroup = groupOf(message).length > 0
  const form = useForm({
    initial: empty,
    kept: draft,
    submission: useSubmission(draft.place),
    check: () => {
      const unsent = unsentFiles(message.content, unfinishedUploads)
      return unsent === null ? {} : { form: unsent }
    },
    send: () =>
      isNewGroup
        ? submit(forum, draft.place, empty, 'startConversation', groupBodyOf(message))
        : submit(forum, draft.place, empty, 'sendMessage', bodyOf(message, parentId)),
    onSent: (response) => {
      const { message: sent } = response
      if (isStarted(response)) applyStartedGroup(forum, response.conversation)
      applySentMessage(forum, sent)
      onSent(sent)
    },
    waits: (seconds) => messagesText('error.tooFastFor', { seconds }),
    describe: ({ fields, message: text }) => fields[0]?.message ?? (text || messagesText('error.send')),
  })
  const resend = useResendWhenBack(
    form.failure,
    JSON.stringify(isNewGroup ? groupBodyOf(message) : bodyOf(message, parentId)),
    () => {
      if (missingField(message) === null) void form.submit()
    },
  )
  return { ...form, problem: resend.problem ?? form.problem, resend }
}

type Sent = { message: Message } | { message: Message; conversation: GroupConversation }
const isStarted = (sent: Sent) => 'conversation' in sent
