import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** Opens many sockets in a separate process. To save time, it reads only the name of each message. */

export type CrowdOrder =
  | { do: 'open'; url: string; members: CrowdMember[] }
  /** Reports when every socket has received its next message of this name. */
  | { do: 'listen'; event: string }
  | { do: 'close' }
export interface CrowdMember {
  token: string | null
  /** The room that each socket joins. */
  join: { event: string; payload: object }
}
export type CrowdReport =
  | { is: 'open'; sockets: number; refused: number }
  | { is: 'listening' }
  | { is: 'received'; first: number; last: number; sample: string }
  | { is: 'closed' }

const OPENING_AT_ONCE = 50
const OPEN_WITHIN_MS = 20_000

const report = (message: CrowdReport) => process.send?.(message)
/** A clock that all processes of the machine share, in milliseconds. */
const now = () => Number(process.hrtime.bigint()) / 1e6

let sockets: WebSocket[] = []
let awaited: { prefix: string; missing: Set<WebSocket>; first: number } | null = null

function received(socket: WebSocket, text: string): void {
  if (awaited === null || !text.startsWith(awaited.prefix) || !awaited.missing.delete(socket)) return
  const at = now()
  if (awaited.first === 0) awaited.first = at
  if (awaited.missing.size > 0) return
  report({ is: 'received', first: awaited.first, last: at, sample: text })
  awaited = null
}

/** Speaks just enough of Engine.IO 4 and Socket.IO 5: open, join, answer pings. */
function open(url: string, { token, join }: CrowdMember): Promise<WebSocket | null> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`)
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => socket.terminate(), OPEN_WITHIN_MS)
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text === '2') socket.send('3')
      else if (text.startsWith('0')) socket.send(`40${token === null ? '' : JSON.stringify({ token })}`)
      else if (text.startsWith('40')) socket.send(`421${JSON.stringify([join.event, join.payload])}`)
      else if (text.startsWith('431')) {
        clearTimeout(giveUp)
        if (text.includes('"ok":true')) resolve(socket)
        else socket.terminate()
      } else if (text.startsWith('42')) received(socket, text)
      else if (text.startsWith('44')) socket.terminate()
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(giveUp)
      sockets = sockets.filter((other) => other !== socket)
      resolve(null)
    })
  })
}

async function openAll(url: string, members: CrowdMember[]): Promise<void> {
  let refused = 0
  for (let from = 0; from < members.length; from += OPENING_AT_ONCE) {
    const opened = await Promise.all(members.slice(from, from + OPENING_AT_ONCE).map((of) => open(url, of)))
    for (const socket of opened) {
      if (socket) sockets.push(socket)
      else refused += 1
    }
  }
  report({ is: 'open', sockets: sockets.length, refused })
}

async function closeAll(): Promise<void> {
  const open = sockets
  for (const socket of open) socket.close()
  while (sockets.length > 0) await wait(20)
  report({ is: 'closed' })
}

process.on('message', (order: CrowdOrder) => {
  if (order.do === 'open') void openAll(order.url, order.members)
  else if (order.do === 'close') void closeAll()
  else {
    awaited = { prefix: `42["${order.event}"`, missing: new Set(sockets), first: 0 }
    report({ is: 'listening' })
  }
})
// Exits with its parent, even if the parent was killed.
process.once('disconnect', () => process.exit(0))
