import { useForum } from '../store'
import { useTypists } from '../state/presence'
import { messagesText } from './messages.texts'
import { talkTypingSlice } from './talk-typists'

/** Says who is writing; the line keeps its space while it is empty. */
export function TalkTyping({ correspondent }: { correspondent: number }) {
  const typist = useForum((read) => read(talkTypingSlice)[correspondent])
  const isTyping = useTypists(typist ? [typist] : []).length > 0
  return (
    <p className="mail-talk-typing live small" aria-hidden={!isTyping}>
      {isTyping && (
        <>
          <i className="dot" />{' '}
          {typist && correspondent < 0
            ? messagesText('typingName', { name: typist.user.displayName })
            : messagesText('typing')}
        </>
      )}
    </p>
  )
}
