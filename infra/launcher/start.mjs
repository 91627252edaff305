// `npm start`: installs what is missing, builds what is stale, and starts everything on one port.
import { runBuilt } from './built.mjs'

await runBuilt('server.mjs')
