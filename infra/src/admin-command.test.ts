import { describe, expect, it } from 'vitest'
import { parseCommand, UsageError, type ForumCommand } from './admin-command'

function commandOf(line: readonly string[]): ForumCommand {
  const command = parseCommand(line)
  if (command.on !== 'forum') throw new Error('not a command on a forum')
  return command.run
}

/** Parts of a forum that no command of these tests uses. */
const unused = {
  accounts: {} as never,
  settings: {} as never,
  purges: {} as never,
  recount: () => Promise.reject(new Error()),
}

describe('npm run admin', () => {
  it.each([
    [[], 'npm run admin -- COMMAND'],
    [['delete-all'], 'There is no command delete-all.\n\nnpm run admin -- COMMAND'],
    [['create-admin'], 'Usage: npm run admin -- create-admin USERNAME EMAIL'],
    [['create-admin', 'zongban'], 'Usage: npm run admin -- create-admin USERNAME EMAIL'],
    [['create-admin', '总 办', 'zongban@example.com'], 'username: '],
    [['create-admin', 'zongban', 'nowhere'], 'email: '],
    [['reset-password'], 'Usage: npm run admin -- reset-password USERNAME'],
    [['reset-password', ''], 'Usage: npm run admin -- reset-password USERNAME'],
    [['end-sessions', 'zongban', 'xiaoli'], 'Usage: npm run admin -- end-sessions USERNAME'],
    [['set-role', 'admin'], 'Usage: npm run admin -- set-role USERNAME ROLE'],
    [['set-role', 'zongban', 'king'], 'role: '],
    [['backup'], 'Usage: npm run admin -- backup PLACE'],
    [['import'], 'Usage: npm run admin -- restore PLACE'],
    [['import', 'discuz'], 'Usage: npm run admin -- import discuz --from'],
    [['import', 'discuz', '--from', 'http://here', '--files', '.'], 'Usage: npm run admin -- import discuz'],
    [['restore', 'here', 'there'], 'Usage: npm run admin -- restore PLACE'],
    [['list', 'zong', 'ban'], 'Usage: npm run admin -- list [NAME]'],
    [['read-only'], 'Usage: npm run admin -- read-only on|off'],
    [['read-only', 'yes'], 'Usage: npm run admin -- read-only on|off'],
    [['purge', 'xiaoli'], 'Usage: npm run admin -- purge USERNAME ADMIN'],
    [['recount', 'all'], 'Usage: npm run admin -- recount'],
    [['search:check', 'all'], 'Usage: npm run admin -- search:check'],
  ])('explains what is wrong with %j', (line, text) => {
    expect(() => parseCommand(line)).toThrow(UsageError)
    expect(() => parseCommand(line)).toThrow(text)
  })

  it('reports what a check of the search index finds', async () => {
    const run = (faults: { post: number; kind: 'missing' }[]) =>
      commandOf(['search:check'])({
        ...unused,
        search: { check: () => Promise.resolve({ posts: 9, faults }), rebuild: () => Promise.resolve() },
        say: () => undefined,
      })
    expect(await run([])).toBe('The search index agrees with all 9 posts.')
    expect(await run([{ post: 7, kind: 'missing' }])).toContain('post 7: missing')
  })

  it('prints the progress of a rebuild', async () => {
    const said: string[] = []
    const rebuild = (onProgress: (done: number, total: number) => void) => {
      onProgress(2_000, 9_000)
      return Promise.resolve()
    }
    const search = { check: () => Promise.reject(new Error('not called')), rebuild }
    await commandOf(['search:rebuild'])({ ...unused, search, say: (text) => said.push(text) })
    expect(said).toEqual(['2000 of 9000 posts'])
  })

  it('accepts a complete command', () => {
    expect(commandOf(['set-role', 'zongban', 'moderator'])).toBeTypeOf('function')
    expect(parseCommand(['import', 'discuz', '--from', 'mysql://h/d', '--files', '.', '--dry-run'])).toEqual({
      on: 'discuz',
      from: 'mysql://h/d',
      files: '.',
      isDryRun: true,
    })
    expect(parseCommand(['backup', 'to/here'])).toEqual({
      on: 'backup',
      command: 'backup',
      place: 'to/here',
    })
  })
})
