export { Mail } from './mail'
