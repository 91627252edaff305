import { Button } from '../../ui'
import { type Visit } from './use-thread-page'
import { threadText } from './thread.texts'

/** On the first page of a thread that the reader has begun before: a link to the first unread post. */
export function ContinueReading({ visit, onGoTo }: { visit: Visit; onGoTo: (number: number) => void }) {
  const { lastRead, firstUnread: next } = visit
  if (visit.page !== 1 || lastRead <= 1 || next === null) return null
  return (
    <p className="thread-continue">
      <Button
        size="small"
        onClick={() => {
          onGoTo(next)
        }}
      >
        {threadText('continueAt', { n: next })}
      </Button>
    </p>
  )
}
