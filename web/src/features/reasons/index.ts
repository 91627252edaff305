export {
  type GivenReason,
  NO_REASON,
  type Reason,
  reasonAt,
  reasonIn,
  reasonOf,
  reasonOptions,
  reasonProblem,
} from './reason'
export { ReasonChoice } from './ReasonChoice'
export { reasonText } from './reason.texts'
