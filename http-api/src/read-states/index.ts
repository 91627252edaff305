export { MemberReadStates, ownPostWrites, ReadStates, readStatesOfAuthor } from './read-states.service'
export { readStatesMigration } from './read-states.migrations'
export { readStateModel, type ThreadReadState } from './read-states.model'
