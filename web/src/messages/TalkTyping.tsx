import { useForum } from '../store'
import { useTypists } from '../state/presence'
import { messagesText } from './messages.texts'
import { talkTypingSlice } from './talk-typists'

/** Says that the other party is writing; the line keeps its space while it is empty. */
export function TalkTyping({ otherUserId }: { otherUserId: number }) {
  const typist = useForum((read) => read(talkTypingSlice)[otherUserId])
  const isTyping = useTypists(typist ? [typist] : []).length > 0
  return (
    <p className="mail-talk-typing live small" aria-hidden={!isTyping}>
      {isTyping && (
        <>
          <i className="dot" /> {messagesText('typing')}
        </>
      )}
    </p>
  )
}
