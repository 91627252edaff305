export { LoginForm } from './LoginForm'
