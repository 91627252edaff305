import { type Message } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { forum } from '../store'
import { toast } from '../ui'
import { useSession } from '../state/session'
import { findMessage } from './messages.actions'
import { messagesText } from './messages.texts'

/**
 * Returns the message that a form begins with, which the reader sent if `isOwn`, and received otherwise. Leads to the
 * inbox if there is no such message.
 */
export function useFoundMessage(messageId: number, { isOwn }: { isOwn: boolean }): Message | null {
  const navigate = useNavigate()
  const userId = useSession().user?.id
  const [message, setMessage] = useState<Message | null>(null)
  useEffect(() => {
    let isStale = false
    void findMessage(forum, messageId).then((result) => {
      if (isStale) return
      if (result.ok && (result.value.senderId === userId) === isOwn) setMessage(result.value)
      else {
        toast.error(messagesText('error.loadMessage'))
        void navigate('/my/messages', { replace: true })
      }
    })
    return () => {
      isStale = true
    }
  }, [messageId, userId, isOwn, navigate])
  return message
}
