import { type Message } from '@forum/shared/contract'
import { messagesText } from './messages.texts'

/** The name of the other party of a message: its sender, or its recipient if the reader sent it. */
export function otherNameOf(
  { senderId, sender, recipient, conversationId }: Message,
  userId: number,
): string {
  const other = senderId === userId ? recipient : sender
  if (other) return other.displayName
  return conversationId === null ? messagesText('unknown') : messagesText('severalPeople')
}

/** What happened in a group conversation, as a line. */
export function lineText(
  { line, sender, senderId }: Pick<Message, 'line' | 'sender' | 'senderId'>,
  userId: number,
): string {
  if (!line) return ''
  const nameOf = (id: number, name: string) => (id === userId ? messagesText('you') : name)
  const member = nameOf(line.member.id, line.member.displayName)
  return line.kind === 'left'
    ? messagesText('lineLeft', { name: member })
    : messagesText('lineAdded', { by: nameOf(senderId, sender.displayName), name: member })
}
