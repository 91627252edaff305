import { type SocketStatus } from '../../lib/socket'
import { type Forum } from '../../store'
import { liveSlice } from './live.slice'

export function setConnection(forum: Forum, status: SocketStatus): void {
  forum.update((write) => {
    const { connection } = write(liveSlice)
    connection.status = status
    connection.lostAt = status === 'connected' ? null : (connection.lostAt ?? forum.clock.now().getTime())
  })
}

export function setRefusedRooms(forum: Forum, keys: string[]): void {
  forum.update((write) => {
    write(liveSlice).connection.refusedRooms = keys
  })
}
