import { api, GATEWAY_SECRET_HEADER, IDENTIFY_MAX, type TokenHolder } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { REQUEST_TIMEOUT_MS } from '@forum/shared/limits'
import type { ThreadGates } from '../rooms/thread-places'
import type { MayType } from '../relay/typing'

/**
 * Returns the holder of each of at most 500 tokens, in order, null for a dead one; rejects while the API is
 * unavailable.
 */
export type Identify = (tokens: string[]) => Promise<(TokenHolder | null)[]>

const { checkTyping, findGates, identifyTokens } = api

/** After a deployment all clients reconnect at once: this many requests run in parallel, and the rest are collected. */
const REQUESTS_AT_ONCE = 4

interface Question {
  tokens: string[]
  resolve: (holders: (TokenHolder | null)[]) => void
  reject: (error: unknown) => void
}

/**
 * Identifies tokens over HTTP. `apiUrl` is the origin of an API process, without `/api`; `secret` proves that the
 * caller is a gateway. Concurrent calls, and calls made during requests in progress, share a request.
 */
export function identifyOverHttp({ apiUrl, secret }: { apiUrl: string; secret: string }): Identify {
  const url = new URL(`/api${identifyTokens.path}`, apiUrl)
  const waiting: Question[] = []
  let running = 0
  let scheduled = false

  const schedule = () => {
    if (scheduled || waiting.length === 0 || running >= REQUESTS_AT_ONCE) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void send(dequeue(waiting))
      schedule()
    })
  }

  const send = async (questions: Question[]) => {
    running += 1
    try {
      const holders = await requestHolders(
        url,
        secret,
        questions.flatMap(({ tokens }) => tokens),
      )
      let from = 0
      for (const { tokens, resolve } of questions) {
        resolve(holders.slice(from, from + tokens.length))
        from += tokens.length
      }
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
    running -= 1
    schedule()
  }

  return (tokens) =>
    new Promise((resolve, reject) => {
      waiting.push({ tokens, resolve, reject })
      schedule()
    })
}

/** Asks over HTTP for the gates of threads, as `identifyOverHttp` does. */
export function gatesOverHttp({ apiUrl, secret }: { apiUrl: string; secret: string }): ThreadGates {
  const url = new URL(`/api${findGates.path}`, apiUrl)
  return async (threadIds) => {
    const response = await post(url, secret, { threadIds }, findGates.status)
    return findGates.response.parse(response).gates
  }
}

/** Asks over HTTP whether others may see that the holder of a token writes in a thread, as `identifyOverHttp` does. */
export function mayTypeOverHttp({ apiUrl, secret }: { apiUrl: string; secret: string }): MayType {
  const url = new URL(`/api${checkTyping.path}`, apiUrl)
  return async (token, threadId) => {
    const response = await post(url, secret, { token, threadId }, checkTyping.status)
    return checkTyping.response.parse(response)
  }
}

/** Removes and returns the first calls that fit into one request; only the first if it is too large on its own. */
function dequeue(waiting: Question[]): Question[] {
  let tokens = 0
  const end = waiting.findIndex((question, i) => {
    tokens += question.tokens.length
    return i > 0 && tokens > IDENTIFY_MAX
  })
  return waiting.splice(0, end === -1 ? waiting.length : end)
}

async function requestHolders(url: URL, secret: string, tokens: string[]): Promise<(TokenHolder | null)[]> {
  try {
    const response = await post(url, secret, { tokens }, identifyTokens.status)
    const { holders } = identifyTokens.response.parse(response)
    if (holders.length !== tokens.length) throw new ForumError('UNAVAILABLE', { cause: 'a short response' })
    return holders
  } catch (error) {
    throw error instanceof ForumError ? error : new ForumError('UNAVAILABLE', { cause: error })
  }
}

async function post(url: URL, secret: string, body: object, status: number): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [GATEWAY_SECRET_HEADER]: secret },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (response.status === status) return response.json()
  await response.body?.cancel()
  throw new ForumError('UNAVAILABLE', { cause: response.status })
}
