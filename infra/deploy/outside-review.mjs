// A receiver of the outside review (docs/moderation.md#outside-review) to begin with: it checks the signature and holds
// texts with a listed word. Start it with `SECRET=whsec_… PORT=8787 node outside-review.mjs`, and call the service of your
// choice in `review`.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { SECRET = '', PORT = '8787', WORDS = '' } = process.env
const words = WORDS.split(',').filter(Boolean)
const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64')
/** Older requests may be repeated by somebody else. */
const AGE_MAX_S = 5 * 60

/** Returns what becomes of a text. */
function review({ title, content }) {
  const whole = `${title ?? ''}\n${content ?? ''}`
  return words.some((word) => whole.includes(word)) ? 'hold' : 'pass'
}

function isSigned({ headers }, body) {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': signatures = '',
  } = headers
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) < AGE_MAX_S)) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

if (key.length === 0) {
  console.error('SECRET is missing: it is in the settings of the forum')
  process.exit(1)
}

const server = createServer((request, response) => {
  void text(request).then((body) => {
    if (!isSigned(request, body)) {
      response.writeHead(401).end()
      return
    }
    const { data } = JSON.parse(body)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: data.id, action: review(data) }))
  })
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`the outside review listens on port ${server.address().port}`)
})
