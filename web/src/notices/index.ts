export { noticesArea } from './area'
export { NotificationBell } from './NotificationBell'
export { noticesOffers } from './offers'
