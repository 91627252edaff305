export { messageCollections } from './collections'
export { Mailboxes } from './mailboxes'
export { messageRoutes } from './messages.routes'
