export { MemberReadStates, ownPostWrites, ReadStates } from './read-states'
export { readStateModel, type ThreadReadState } from './read-states.model'
