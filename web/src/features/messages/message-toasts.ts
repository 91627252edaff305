import { type StoreApi } from 'zustand'
import { translate } from '../../lib/i18n'
import { navigate } from '../../lib/session'
import { useForum, type Forum } from '../../store'
import { toast } from '../../ui'
import { inOneTab } from '../tabs'
import { type MessageEntity } from './messages.slice'

/** Whether this tab already shows incoming messages, which makes a toast redundant. */
const showsMessages = () => /^\/my\/messages(\/\d+|\/people|\/with\/\d+)?$/.test(location.pathname)

/** Shows only the name and the subject, so that bystanders cannot read the message. */
function showToast({ id, sender, subject }: MessageEntity): void {
  toast.info(translate('common.messageArrived', { name: sender.displayName, subject }), {
    action: {
      label: translate('common.view'),
      onClick: () => {
        navigate(`/my/messages/${id}`)
      },
    },
  })
}

/** Shows each message that arrives in one visible tab, unless that tab shows messages anyway. */
export function startMessageToasts(store: StoreApi<Forum> = useForum): () => void {
  return store.subscribe(({ arrivedMessageId, messages }, before) => {
    if (arrivedMessageId === before.arrivedMessageId || arrivedMessageId === null) return
    const message = messages[arrivedMessageId]
    if (!message) return
    void inOneTab(`message ${message.id}`, () => {
      if (!showsMessages()) showToast(message)
    })
  })
}
