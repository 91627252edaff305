export { Mentions } from './mentions.queries'
export { mentionedIn, renamedIn } from './renamed'
