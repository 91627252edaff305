export { Mentions } from './mentions'
