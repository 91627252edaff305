export { messagesArea } from './area'
export { type talkTypingSlice } from './talk-typists'
