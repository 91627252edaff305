import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, expect, inject, it } from 'vitest'
import { connect } from '../../src/platform/mongo/database'
import { ItemsInUse } from '../../src/platform/work/items-in-use'

interface Internals {
  s: { activeCursors: ItemsInUse<unknown>; activeSessions: ItemsInUse<unknown> }
}

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

it('keeps cursors and sessions that are open, and no others', async () => {
  const connection = await connect(`${inject('mongodb')}/cursors?directConnection=true`)
  try {
    const client = connection.getClient()
    const { activeCursors, activeSessions } = (client as unknown as Internals).s
    for (const open of [activeCursors, activeSessions]) expect(open).toBeInstanceOf(ItemsInUse)

    const things = client.db('cursors').collection('things')
    await things.insertMany([{}, {}, {}])
    const cursor = things.find({}, { batchSize: 2 })
    await cursor.next()
    expect([...activeCursors]).toEqual([cursor])
    expect([...activeSessions]).toHaveLength(1)

    expect(await cursor.toArray()).toHaveLength(2)
    expect([...activeCursors, ...activeSessions]).toEqual([])
  } finally {
    await connection.close()
  }
})
