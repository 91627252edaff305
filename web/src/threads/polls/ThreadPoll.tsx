import { type Poll as PollEntity } from '@forum/shared/contract'
import { useId, useState, useSyncExternalStore } from 'react'
import { forum, useForum } from '../../store'
import { announce, Button, classNames, localTime, sharedClock, useAction } from '../../ui'
import { useSession } from '../../state/session'
import { useSignInFirst } from '../../accounts'
import { threadCopySlice } from '../../state/thread-copy'
import { votePoll } from './polls.actions'
import { pollsText } from './polls.texts'
import './polls.css'

/** The poll of a thread with its results, which change as others vote; nothing if the thread has none. */
export function ThreadPoll({ threadId, isLocked }: { threadId: number; isLocked: boolean }) {
  const poll = useForum((read) => read(threadCopySlice).threads[threadId]?.poll ?? null)
  const votes = useForum((read) => read(threadCopySlice).threads[threadId]?.viewer?.votes)
  if (!poll) return null
  // A vote of this member in another window resets the choice.
  return (
    <Poll key={votes?.join()} threadId={threadId} poll={poll} votes={votes ?? NO_VOTES} isLocked={isLocked} />
  )
}

const NO_VOTES: readonly number[] = []

const isSame = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

function Poll({
  threadId,
  poll,
  votes,
  isLocked,
}: {
  threadId: number
  poll: PollEntity
  votes: readonly number[]
  isLocked: boolean
}) {
  const { user } = useSession()
  const signInFirst = useSignInFirst()
  const name = useId()
  const [chosen, setChosen] = useState(votes)
  const isClosed = useIsClosed(poll)
  const takesVotes = user !== null && !isClosed && !isLocked
  const isSingle = poll.maxChoices === 1
  const choose = (index: number, isOn: boolean) => {
    if (isSingle) setChosen([index])
    else setChosen(isOn ? [...chosen, index] : chosen.filter((one) => one !== index))
  }
  const { isBusy, run: send } = useAction(
    (options: readonly number[]) => votePoll(forum, threadId, [...options]),
    (_, { length }) => {
      announce(pollsText(length === 0 ? 'withdrawn' : 'voted'))
    },
  )
  return (
    <form
      className="poll"
      onSubmit={(event) => {
        event.preventDefault()
        send(chosen)
      }}
    >
      <fieldset className="poll-options" disabled={isBusy}>
        <legend className="poll-question">
          <span className="poll-word">{pollsText('poll')}</span> {poll.question}
        </legend>
        {poll.options.map(({ text, votes: count }, index) => {
          const share = poll.voters === 0 ? 0 : Math.round((count / poll.voters) * 100)
          return (
            <label
              key={index}
              className={classNames('poll-option', votes.includes(index) && 'poll-option-chosen')}
            >
              {takesVotes && (
                <input
                  type={isSingle ? 'radio' : 'checkbox'}
                  name={name}
                  checked={chosen.includes(index)}
                  disabled={!isSingle && !chosen.includes(index) && chosen.length >= poll.maxChoices}
                  onChange={(event) => {
                    choose(index, event.target.checked)
                  }}
                />
              )}
              <span className="poll-text">{text}</span>
              <span className="poll-count num">
                {votes.includes(index) && <span className="poll-own">{pollsText('chosen')}</span>}
                {pollsText('votes', { count })} · {share}%
              </span>
              <span className="poll-bar" style={{ inlineSize: `${share}%` }} aria-hidden />
            </label>
          )
        })}
      </fieldset>
      <div className="poll-foot">
        {takesVotes && (
          <Button
            type="submit"
            size="small"
            tone="go"
            busy={isBusy}
            disabled={chosen.length === 0 || isSame(chosen, votes)}
          >
            {votes.length === 0 ? pollsText('vote') : pollsText('change')}
          </Button>
        )}
        {takesVotes && votes.length > 0 && (
          <Button size="small" tone="quiet" disabled={isBusy} onClick={() => send([])}>
            {pollsText('withdraw')}
          </Button>
        )}
        {user === null && !isClosed && !isLocked && (
          <Button
            size="small"
            onClick={() => {
              signInFirst({ act: 'vote', id: threadId, place: `/threads/${threadId}` })
            }}
          >
            {pollsText('signIn')}
          </Button>
        )}
        <span className="poll-facts meta num">
          <span>{isSingle ? pollsText('single') : pollsText('upTo', { max: poll.maxChoices })}</span>
          <span>{pollsText('voters', { count: poll.voters })}</span>
          {isClosed ? (
            <b>{pollsText('closed')}</b>
          ) : (
            poll.closesAt !== null && <span>{pollsText('until', { time: localTime(poll.closesAt) })}</span>
          )}
        </span>
      </div>
    </form>
  )
}

/** Returns whether the poll has closed, by the server's clock; turns true while the page is open. */
function useIsClosed({ isClosed, closesAt }: PollEntity): boolean {
  return useSyncExternalStore(
    sharedClock.subscribe,
    () => isClosed || (closesAt !== null && Date.parse(closesAt) <= sharedClock.now()),
  )
}
