export {
  type GivenReason,
  NO_REASON,
  type Reason,
  REASON_KEYS,
  reasonAt,
  reasonIn,
  reasonOf,
  reasonOptions,
  reasonProblem,
  REASONS,
} from './reason'
export { ReasonChoice } from './ReasonChoice'
export { reasonText } from './reason.texts'
