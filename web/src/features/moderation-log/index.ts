export { actOf, changeOf, toneOf } from './entries'
export { undoAct } from './log.actions'
