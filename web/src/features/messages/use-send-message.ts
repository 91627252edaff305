import { type Message } from '@forum/shared/contract'
import { useState } from 'react'
import { forum, useForum } from '../../store'
import { useSecondsUntil } from '../../ui'
import { submissionsSlice, submit } from '../drafts'
import { bodyOf, type MessageDraft } from './compose'
import { messagesText } from './messages.texts'
import { applySentMessage } from './messages.actions'

/** Sends the draft of a message once, shows it in the lists, and says why it could not be sent. */
export function useSendMessage(place: string, empty: MessageDraft) {
  const [isTried, setIsTried] = useState(false)
  const submission = useForum((read) => read(submissionsSlice)[place])
  const isBusy = submission?.status === 'sending'
  const failure = isTried && submission?.status === 'failed' ? submission.error : null
  const secondsLeft = useSecondsUntil(failure?.retryAt ?? null)
  const isWaiting = secondsLeft > 0
  const failureText = (): string | null => {
    if (!failure) return null
    if (isWaiting) return messagesText('error.tooFastFor', { seconds: secondsLeft })
    return failure.fields[0]?.message ?? (failure.message || messagesText('error.send'))
  }
  /** Resolves with the message, or with null if it was not sent. */
  const send = async (value: MessageDraft, parentId: number | null): Promise<Message | null> => {
    setIsTried(true)
    const result = await submit(forum, place, empty, 'sendMessage', bodyOf(value, parentId))
    if (!result?.ok) return null
    const { message } = result.value
    applySentMessage(forum, message)
    return message
  }
  return { isBusy, isWaiting, problem: failureText(), send }
}
