export { actOf, shownActor, changeOf, shownReason, toneOf } from './entries'
export { undoAct } from './log.actions'
