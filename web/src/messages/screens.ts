/** The lazily loaded screens, kept apart from the code that every page uses. */
export { ComposeScreen } from './ComposeScreen'
export { ConversationsScreen } from './ConversationsScreen'
export { EditMessageScreen } from './EditMessageScreen'
export { MessagesScreen } from './MessagesScreen'
