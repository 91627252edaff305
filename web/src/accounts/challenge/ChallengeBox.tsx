import { Button, classNames } from '../../ui'
import { challengeText } from './challenge.texts'
import { type Challenge } from './use-challenge'
import './challenge.css'

/** Shows how far the proof of work is, in a box that keeps its height; a press begins it. */
export function ChallengeBox({ challenge: { state, begin } }: { challenge: Challenge }) {
  const { phase } = state
  const isWrong = phase === 'failed' || phase === 'expired'
  return (
    <div className={classNames('challenge', isWrong && 'challenge-wrong')}>
      {phase === 'idle' ? (
        <button type="button" className="challenge-begin" onClick={begin}>
          <Tick />
          <span>
            {challengeText('idle')}
            <span className="faint small">{challengeText('idleHelp')}</span>
          </span>
        </button>
      ) : (
        <>
          <Tick state={phase} />
          <span className="challenge-words" role="status">
            {phase === 'working' && <Working percent={state.percent} />}
            {phase === 'done' && challengeText('done')}
            {isWrong && challengeText(phase)}
            {phase !== 'working' && (
              <span className="faint small">{challengeText(isWrong ? 'failedHelp' : 'doneHelp')}</span>
            )}
          </span>
          {isWrong && <Button onClick={begin}>{challengeText('again')}</Button>}
        </>
      )}
    </div>
  )
}

function Tick({ state }: { state?: 'working' | 'done' | 'failed' | 'expired' }) {
  return (
    <span className="challenge-tick" data-state={state} aria-hidden>
      {state === 'done' && '✓'}
    </span>
  )
}

function Working({ percent }: { percent: number }) {
  // Every tenth percent, for screen readers.
  const announced = challengeText('working', { percent: Math.floor(percent / 10) * 10 })
  return (
    <>
      <span aria-hidden>{challengeText('working', { percent })}</span>
      <span className="visually-hidden">{announced}</span>
      <progress className="challenge-bar" value={percent} max={100} aria-hidden />
    </>
  )
}
