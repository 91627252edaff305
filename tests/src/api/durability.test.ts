import { connect, connectPatiently } from '@forum/http-api'
import { DATABASE_TIMEOUT_MS, SESSIONS_PER_MEMBER } from '@forum/http-api/limits'
import { describe, expect, it } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { startTestForum } from '../fixtures/forum'

interface Command {
  name: string
  command: Record<string, unknown>
}

const READS: ReadonlySet<string> = new Set(['find', 'aggregate', 'count', 'distinct'])

describe('commands to the database', () => {
  it('acknowledges sessions and id blocks by a majority with the journal, and bounds every query', async () => {
    const commands: Command[] = []
    const forum = await startTestForum({
      connection: {},
      monitor: (name, command) => commands.push({ name, command: command as Record<string, unknown> }),
    })
    try {
      const member = await forum.member('watched')
      // The oldest session ends, since there is one more than a member may have.
      const recent: string[] = []
      while (recent.length < SESSIONS_PER_MEMBER)
        recent.push(await forum.api.services.sessions.open(member.id, 'another'))
      await forum.request
        .post('/api/auth/logout')
        .set({ Authorization: `Bearer ${recent[0]}` })
        .expect(204)
      const of = (collection: string, ...names: string[]) =>
        commands
          .filter(({ name, command }) => names.includes(name) && command[name] === collection)
          .map(({ command }) => command)
      const deciding = [
        ...of('counters', 'findAndModify'),
        ...of('sessions', 'insert', 'delete', 'findAndModify'),
        ...of('leases', 'findAndModify', 'delete'),
      ]
      expect(of('sessions', 'delete')).toHaveLength(1)
      expect(deciding.length).toBeGreaterThanOrEqual(5)
      for (const command of deciding) {
        expect(command.writeConcern).toMatchObject({ w: 'majority', j: true })
      }
      await forum.as(member).refused('UNAUTHENTICATED', 'me')
      const lookups = of('sessions', 'find', 'aggregate')
      expect(lookups.length).toBeGreaterThan(0)
      for (const command of lookups) expect(command.maxTimeMS).toBe(DATABASE_TIMEOUT_MS)
    } finally {
      await forum.stop()
    }
  })

  it('decides only on what a majority has, however it reads', async () => {
    const reads: Command[] = []
    const forum = await startTestForum({
      monitor: (name, command) => {
        if (READS.has(name)) reads.push({ name, command: command as Record<string, unknown> })
      },
    })
    try {
      const author = await forum.member('careful')
      const { id: threadId } = await forum.thread(author)
      const body = await forum.as(author).call('createPost', { threadId, content: '先读后写' })
      await forum.as(author).call('deletePost', { postId: body.post.id })
      await forum.settle()
      await forum.api.sweep()
      await forum.api.scrub()
      const read = new Set(reads.map(({ name, command }) => `${name} ${String(command[name])}`))
      for (const one of ['find threads', 'find posts', 'find boards', 'aggregate posts', 'find threadEvents'])
        expect(read).toContain(one)
      for (const { name, command } of reads)
        expect([name, command[name], command.readConcern]).toEqual([
          name,
          command[name],
          { level: 'majority' },
        ])
    } finally {
      await forum.stop()
    }
  })

  it('allows more time on the connection that builds indexes and migrates', async () => {
    const connection = await connectPatiently(ownDatabase())
    try {
      expect(connection.getClient().options.socketTimeoutMS).toBe(0)
      expect(connection.get('maxTimeMS')).toBeUndefined()
    } finally {
      await connection.close()
    }
  })

  it('reads from the primary what a majority has, whatever the URI says', async () => {
    const connection = await connect(
      `${ownDatabase()}&readPreference=secondaryPreferred&readConcernLevel=available&w=1&socketTimeoutMS=0`,
    )
    try {
      const { options } = connection.getClient()
      expect(options.readPreference.mode).toBe('primary')
      expect(options.readConcern?.level).toBe('majority')
      // This process reads its own writes at once.
      expect(options.writeConcern?.w).toBe('majority')
      expect(options.socketTimeoutMS).toBe(DATABASE_TIMEOUT_MS)
    } finally {
      await connection.close()
    }
  })
})
