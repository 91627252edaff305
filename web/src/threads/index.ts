export { threadsArea } from './area'
export { Composer, type ComposerProps } from './composer/Composer'
export { attachedTo, type DraftFile, filesOf } from './composer/draft-files'
export { unsentFiles } from './composer/use-files'
export { useUploads } from './composer/uploads'
export { useKeyboard } from './composer/use-keyboard'
export { ReasonChoice } from './reasons/ReasonChoice'
export { ReportDialog } from './reports/ReportDialog'
export { reasonText } from './reasons/reason.texts'
export {
  type GivenReason,
  NO_REASON,
  MODERATOR_REASONS,
  type Reason,
  reasonIn,
  reasonOf,
  reasonProblem,
} from './reasons/reason'
export { actFormText } from './acts/act-form.texts'
export { ActDialog } from './acts/ActDialog'
export { ActForm } from './acts/ActForm'
export { endOf, type GivenSpan } from './acts/spans'
export { useActForm } from './acts/use-act-form'
export { type ActInput as Given, type PageAct, POST_ACTS, THREAD_ACTS, type ThreadAct } from './acts/acts'
export { OwnHeldList } from './held/HeldItems'
export { HistoryDialog } from './thread-actions/HistoryDialog'
export { TextDiff } from './thread-actions/TextDiff'
export { readVersions } from './thread-actions/thread-actions.actions'
export { Attachments } from './thread/Attachments'
export { Markup } from './thread/Markup'
export { outsideText, parsed } from './thread/parsed'
export { markRead } from './thread/thread.actions'
export { threadsOffers } from './offers'
