import { commonText } from '../lib/i18n'
import { navigate } from '../lib/session'
import { type Forum, forum as pageForum, sessionSlice } from '../store'
import { toast } from '../ui'
import { inOneTab } from '../state/tabs'
import { messageToastsText } from './message-toasts.texts'
import { type MessageEntity, messagesSlice } from './messages.slice'

/** Whether this tab already shows incoming messages, which makes a toast redundant. */
const showsMessages = () => /^\/my\/messages(\/\d+|\/people|\/with\/\d+)?$/.test(location.pathname)

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

/** Shows each message that arrives in one visible tab, unless that tab shows messages anyway. */
export function startMessageToasts(forum: Forum = pageForum): () => void {
  return forum.subscribe((read, before) => {
    // Names and subjects are not left on the screen of a session that has ended.
    const { user } = before(sessionSlice)
    if (user !== null && read(sessionSlice).user?.id !== user.id) toast.removeAll()
    const { arrivedMessageIds, messages } = read(messagesSlice)
    const { arrivedMessageIds: known } = before(messagesSlice)
    if (arrivedMessageIds === known) return
    for (const messageId of arrivedMessageIds.filter((id) => !known.includes(id))) {
      const message = messages[messageId]
      if (!message) continue
      void inOneTab(`message ${messageId}`, () => {
        // The session may have ended while the tabs agreed on one of them.
        if (!showsMessages() && forum.read(messagesSlice).messages[messageId]) showToast(message)
      })
    }
  })
}
