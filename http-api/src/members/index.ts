export { NOT_DELETED, asOf, openAt } from './account-status'
export { blockCollection } from './blocks.model'
export { blockRoutes } from './blocks.routes'
export { Blocks } from './blocks.service'
export { followCollection } from './follows.model'
export { followRoutes } from './follows.routes'
export { Follows } from './follows.service'
export { MemberProfiles } from './member-profiles.presenter'
export { nameKeysMigration, nameSearchMigration, timelessAddressesMigration } from './members.migrations'
export { type MemberDoc, memberCollection } from './members.model'
export {
  DELETED_MEMBER,
  EMPTY_PROFILE,
  presentAuthor,
  presentCurrentUser,
  presentSummary,
} from './members.presenter'
export { MemberQueries, type People, beginsWith } from './members.queries'
export { memberRoutes } from './members.routes'
export { Mentions } from './mentions.queries'
export { NameGuard } from './name-guard'
export { storedNames } from './name-keys'
export { matchedNames } from './names'
export { mentionedIn, renamedIn } from './renamed'
