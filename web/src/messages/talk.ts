import { localDate } from '../ui'

/** Messages of one sender within this time of each other share one time label. */
const GROUP_MS = 5 * 60_000

interface Message {
  senderId: number
  subject: string
  createdAt: string
  isRead: boolean
  line?: object | null
}

/** A message of a chat with what is shown around it. */
export interface TalkPart<M> {
  message: M
  /** The subject if it differs from that of the message before. A reply keeps the subject without its prefix. */
  subject: string | null
  /** True for the first message of a day, in the reader's time zone. */
  startsDay: boolean
  /** True if the time is shown below the message. */
  endsGroup: boolean
  /** True if it does not go on with what its sender wrote just before: in a group, the name is shown above it. */
  startsGroup: boolean
  /** True for the newest message of the reader's own that the other member has read. */
  isLastSeen: boolean
}

/** A subject without the prefixes of replies. */
export const subjectOf = (subject: string): string => subject.replace(/^(?:\s*(?:re|回复)\s*[:：])+\s*/i, '')

/** Arranges the messages of a conversation, the newest last, as a chat. */
export function arrangeTalk<M extends Message>(messages: readonly M[], userId: number): TalkPart<M>[] {
  const lastSeen = messages.findLast(({ senderId, isRead, line }) => senderId === userId && isRead && !line)
  return messages.map((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const subject = subjectOf(message.subject)
    const isSameDay = (other: M) => localDate(other.createdAt) === localDate(message.createdAt)
    const goesOn =
      after !== undefined &&
      after.senderId === message.senderId &&
      !after.line &&
      isSameDay(after) &&
      subjectOf(after.subject) === subject &&
      Date.parse(after.createdAt) - Date.parse(message.createdAt) < GROUP_MS
    return {
      message,
      subject: before && subjectOf(before.subject) === subject ? null : subject,
      startsDay: !before || !isSameDay(before),
      startsGroup:
        !before || !isSameDay(before) || before.senderId !== message.senderId || Boolean(before.line),
      endsGroup: !goesOn || message === lastSeen,
      isLastSeen: message === lastSeen,
    }
  })
}
