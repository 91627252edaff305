export { asOf, NOT_DELETED, openAt } from './account-status'
export { MemberProfiles } from './member-profiles.presenter'
export { nameKeysMigration, nameSearchMigration, timelessAddressesMigration } from './members.migrations'
export { memberCollection, type MemberDoc } from './members.model'
export {
  DELETED_MEMBER,
  EMPTY_PROFILE,
  presentAuthor,
  presentCurrentUser,
  presentSummary,
} from './members.presenter'
export { beginsWith, MemberQueries, type People } from './members.queries'
export { memberRoutes } from './members.routes'
export { NameGuard } from './name-guard'
export { storedNames } from './name-keys'
export { matchedNames } from './names'
