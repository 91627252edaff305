import { useForum } from '../../store'
import { presenceSlice, type Typist, useTypists } from '../../state/presence'
import { threadText } from './thread.texts'

const NOBODY: readonly Typist[] = []

/** Shows who is typing a reply; its line keeps its space while it is empty. */
export function TypingNotice({ threadId }: { threadId: number }) {
  const writers = useTypists(useForum((read) => read(presenceSlice).typing[threadId]) ?? NOBODY)
  const [first] = writers
  return (
    <p className="typing-notice live small" aria-hidden={!first}>
      {first && (
        <>
          <i className="dot" />{' '}
          {writers.length === 1
            ? threadText('typingOne', { name: first.user.displayName })
            : threadText('typingMany', { count: writers.length })}
        </>
      )}
    </p>
  )
}
