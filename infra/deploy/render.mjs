// Fills the names in braces of a template from the environment, as the entry point of nginx's image does:
// `API_1=127.0.0.1:3001 … node infra/deploy/render.mjs infra/deploy/nginx/forum.conf.template > forum.conf`.
import { readFileSync } from 'node:fs'

const text = readFileSync(process.argv[2], 'utf8')
const missing = new Set()
const filled = text.replace(/\$\{(\w+)\}/g, (_, name) => {
  if (!process.env[name]) missing.add(name)
  return process.env[name] ?? ''
})
if (missing.size > 0) {
  process.stderr.write(`Set ${[...missing].join(', ')}\n`)
  process.exit(2)
}
process.stdout.write(filled)
