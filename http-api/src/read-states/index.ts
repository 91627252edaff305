export { MemberReadStates, ownPostWrites, ReadStates, readStatesOfAuthor } from './read-states'
export { readStateModel, type ThreadReadState } from './read-states.model'
