export {
  MemberReadStates,
  ownPostWrites,
  ReadStates,
  readStatesOfAuthor,
  type Watcher,
} from './read-states.service'
export { readStatesMigration } from './read-states.migrations'
export { readStateCollection, type ThreadReadState } from './read-states.model'
