export { PushOffer } from './PushOffer'
export { PushPanel } from './PushPanel'
export { startPush } from './start-push'
