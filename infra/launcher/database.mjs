// `npm run database`: builds what is stale, then runs the embedded database as a process of its own, which several API
// processes share (docs/embedded-database.md). Options: --data FOLDER, --port N, --cache FOLDER.
import { runBuilt } from './built.mjs'

await runBuilt('database.mjs')
