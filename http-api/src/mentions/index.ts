export { Mentions } from './mentions.queries'
