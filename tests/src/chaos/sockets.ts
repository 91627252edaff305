import { mayReach, serverEvents, type ServerEventName } from '@forum/shared/events'
import { io, type Socket } from 'socket.io-client'
import { PASSWORD, type Community, type Person } from '../fixtures/community'
import { secretWordsIn } from './outsider'

const ROOMS_RETRY_MS = 300
/** A revocation that takes longer counts as not felt. */
const FELT_WITHIN_MS = 10_000

/** Audiences of which anyone may hear: every other event is somebody's own. */
const PUBLIC = ['thread', 'board', 'home', 'everyone'] as const
const isPublic = (name: string) =>
  name in serverEvents &&
  (PUBLIC.some((kind) => mayReach(name as ServerEventName, kind)) ||
    // Emitted by the gateway itself.
    ['server:hello', 'resync', 'presence:thread', 'presence:site'].includes(name))

/** A reader without an account in every room that anyone may join, and in those that are refused if they let it in. */
export class Stranger {
  /** Private events that it received, with their text. */
  readonly overheard: string[] = []
  /** Words of secret threads, which it may hear only while these are open, and when. */
  readonly secrets: { word: string; name: string; at: number }[] = []
  heard = 0
  private readonly socket: Socket

  constructor(gateway: string, threadIds: readonly number[], boardIds: readonly number[]) {
    this.socket = io(gateway, { forceNew: true, reconnectionDelayMax: 1_000 })
    const rooms: [string, object][] = [
      ...threadIds.map((threadId): [string, object] => ['thread:join', { threadId }]),
      ...boardIds.map((boardId): [string, object] => ['board:join', { boardId }]),
      ['home:join', {}],
      ['moderation:join', {}],
    ]
    this.socket.on('connect', () => {
      for (const [name, payload] of rooms) void this.join(name, payload)
    })
    this.socket.onAny((name: string, event: object) => {
      this.heard += 1
      const text = JSON.stringify(event)
      if (!isPublic(name)) this.overheard.push(`${name} ${text}`)
      for (const word of secretWordsIn(text)) this.secrets.push({ word, name, at: Date.now() })
    })
  }

  stop(): void {
    this.socket.disconnect()
  }

  private async join(name: string, payload: object): Promise<void> {
    try {
      const ack = (await this.socket.timeout(FELT_WITHIN_MS).emitWithAck(name, payload)) as { ok: boolean }
      if (name === 'moderation:join' && ack.ok) this.overheard.push('was let into the room of moderators')
    } catch {
      if (this.socket.connected) setTimeout(() => void this.join(name, payload), ROOMS_RETRY_MS)
    }
  }
}

/** Ends sessions in every way, and resolves with how long each took to reach an open socket, in milliseconds. */
export async function feelRevocations(
  api: Community,
  admin: Person,
  gateway: string,
): Promise<Record<string, number>> {
  const ways: Record<string, (member: Person, other: Person) => Promise<unknown>> = {
    logout: (member) => api.call('POST', '/auth/logout', member),
    password: (_, other) =>
      api.call('PUT', '/auth/password', other, { currentPassword: PASSWORD, newPassword: `${PASSWORD}2` }),
    banned: ({ id }) => api.call('PUT', `/users/${id}/ban`, admin, { banned: true, reason: '广告' }),
    role: ({ id }) => api.call('PUT', `/users/${id}/role`, admin, { role: 'moderator' }),
  }
  const felt: Record<string, number> = {}
  for (const [reason, end] of Object.entries(ways)) {
    const member = await api.register(`zouren${reason}`)
    const other = await api.signIn(member.username)
    const socket = io(gateway, { forceNew: true, auth: { token: member.token }, transports: ['websocket'] })
    try {
      await once(socket, 'server:hello')
      const revoked = once(socket, 'session:revoked').then((event) => ({ event, at: performance.now() }))
      const left = once(socket, 'disconnect')
      await end(member, other)
      const answeredAt = performance.now()
      const { event, at } = await revoked
      // A gateway that checks its sessions at that moment finds only that this one is over.
      if (![reason, 'expired'].includes((event as { reason: string }).reason))
        throw new Error(`a socket felt ${JSON.stringify(event)} instead of ${reason}`)
      await left
      felt[reason] = Math.round(Math.max(0, at - answeredAt))
    } finally {
      socket.disconnect()
    }
  }
  return felt
}

function once(socket: Socket, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name} came`)), FELT_WITHIN_MS)
    socket.once(name, (payload?: unknown) => {
      clearTimeout(timer)
      resolve(payload)
    })
  })
}
