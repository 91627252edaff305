/** The screens, loaded when they are opened, apart from what every page uses. */
export { ComposeScreen } from './ComposeScreen'
export { ConversationsScreen } from './ConversationsScreen'
export { EditMessageScreen } from './EditMessageScreen'
export { MessagesScreen } from './MessagesScreen'
