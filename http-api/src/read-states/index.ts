export { MemberReadStates, ownPostWrites, ReadStates, readStatesOfAuthor } from './read-states.service'
export { readStateModel, type ThreadReadState } from './read-states.model'
