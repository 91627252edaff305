import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, expect, inject, it } from 'vitest'
import { connect } from '../../src/platform/database'

const sockets: Socket[] = []
const collect = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)

afterEach(() => unsubscribe('net.client.socket', collect))

it('ends commands that are sent just before their connection is seen to be closed', async () => {
  subscribe('net.client.socket', collect)
  const connection = await connect(`${inject('mongodb')}/closing?directConnection=true&journal=true`)
  try {
    const things = connection.collection('things')
    await things.findOne({})
    const closed = sockets.map((socket) => once(socket, 'close'))
    // From now on the sockets accept no writes, but nobody has heard of it yet.
    for (const socket of sockets) socket.destroy()
    const command = things.findOne({})
    await Promise.all(closed)
    expect(await command).toBeNull()
  } finally {
    await connection.close()
  }
})
