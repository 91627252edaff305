export { invitationCollection } from './invitations.model'
export { invitationRoutes } from './invitations.routes'
export { Invitations } from './invitations.service'
