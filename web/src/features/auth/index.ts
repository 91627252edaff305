export { LoginForm } from './LoginForm'
export { useSession } from './use-session'
