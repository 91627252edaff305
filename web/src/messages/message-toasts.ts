import { commonText } from '../lib/i18n'
import { navigate } from '../lib/session'
import { type Forum, forum as pageForum, sessionSlice } from '../store'
import { toast } from '../ui'
import { inOneTab } from '../state/tabs'
import { messageToastsText } from './message-toasts.texts'
import { type MessageEntity, messagesSlice } from './messages.slice'

/** Returns whether this tab already shows incoming messages, which makes a toast redundant. */
const showsMessages = () => /^\/my\/messages(\/\d+|\/people|\/(with|group)\/\d+)?$/.test(location.pathname)

/** Shows only the name and the subject, so that bystanders cannot read the message. */
function showToast({ id, sender, subject }: MessageEntity): void {
  toast.info(messageToastsText('arrived', { name: sender.displayName, subject }), {
    action: {
      label: commonText('view'),
      onClick: () => {
        navigate(`/my/messages/${id}`)
      },
    },
  })
}

function showNew(forum: Forum, messageIds: readonly number[]): void {
  for (const messageId of messageIds) {
    const message = forum.read(messagesSlice).messages[messageId]
    if (!message) continue
    void inOneTab(`message ${messageId}`, () => {
      // The session may have ended while the tabs agreed on one of them.
      if (!showsMessages() && forum.read(messagesSlice).messages[messageId]) showToast(message)
    })
  }
}

/** Shows each message that arrives in one visible tab, unless that tab shows messages anyway. */
export function startMessageToasts(forum: Forum = pageForum): () => void {
  const stop = forum.subscribe((read, before) => {
    // Names and subjects do not stay on the screen after the session has ended.
    const { user } = before(sessionSlice)
    if (user !== null && read(sessionSlice).user?.id !== user.id) toast.removeAll()
    const { arrivedMessageIds } = read(messagesSlice)
    const { arrivedMessageIds: arrivedBefore } = before(messagesSlice)
    if (arrivedMessageIds === arrivedBefore) return
    showNew(
      forum,
      arrivedMessageIds.filter((id) => !arrivedBefore.includes(id)),
    )
  })
  // Messages that arrived while this module was loading.
  showNew(forum, forum.read(messagesSlice).arrivedMessageIds)
  return stop
}
