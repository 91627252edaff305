export { authText } from './auth.texts'
export { LoginForm } from './LoginForm'
export { useSession } from './use-session'
