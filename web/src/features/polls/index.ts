export { ThreadPoll } from './ThreadPoll'
export { PollEditor } from './PollEditor'
export { type DraftPoll, pollOf, pollProblem } from './draft-poll'
