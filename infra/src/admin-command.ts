import { parseArgs } from 'node:util'
import type { ForumApi } from '@forum/http-api'
import { email, role, username as anyUsername } from '@forum/shared/contract'
import { fieldText } from '@forum/shared/bilingual'
import type * as z from 'zod/mini'
import { OperatorError } from './operator-error'

const USAGE = `npm run admin -- COMMAND

  create-admin USERNAME EMAIL   creates an administrator and prints the password
  reset-password USERNAME       gives a member a new password, prints it and ends all sessions
  end-sessions USERNAME         signs a member out everywhere
  second-factor-off USERNAME    turns off the second factor of a member who has lost it
  set-role USERNAME ROLE        gives a member the role user, moderator or admin
  list [NAME]                   lists moderators and admins, or the members whose username begins with NAME
  read-only on|off              lets the site only be read, or ends that
  purge USERNAME ADMIN          deletes everything that a member wrote, in the name of an administrator
  recount                       counts boards, members and threads again
  check                         looks whether this release could start here, and what it would change
  search:check                  compares the search index with all posts
  search:rebuild                builds the search index again; continues a rebuild that was interrupted

  backup PLACE                  writes everything to PLACE: a new folder, or s3:NAME in the store of BACKUP_S3_URL
  export PLACE                  the same without secrets and sessions
  verify PLACE                  compares a backup or an export with its checksums
  restore PLACE                 fills an empty database and data folder from a backup or an export
  import PLACE                  the same
  import discuz --from mysql://USER:PASSWORD@HOST/DATABASE --files DIR [--dry-run]
                                fills an empty forum from a Discuz! X 3 forum; DIR has data and uc_server

It uses the configured database. Commands may run beside the forum, except restore and import.`

/** The command line is invalid; the message explains how. */
export class UsageError extends OperatorError {}

/** The parts of a forum that commands use. */
export interface AdminTarget {
  accounts: ForumApi['services']['accounts']
  search: Pick<ForumApi['search'], 'check' | 'rebuild'>
  settings: Pick<ForumApi['services']['settings'], 'setReadOnly'>
  purges: Pick<ForumApi['services']['purges'], 'complete'>
  recount: ForumApi['recount']
  /** Prints the progress of a long command. */
  say: (text: string) => void
}

/** Runs a command on a forum and returns what to print. */
export type ForumCommand = (target: AdminTarget) => Promise<string>

/** A command, by what it works on. */
export type AdminCommand =
  | { on: 'forum'; run: ForumCommand }
  | { on: 'place' }
  | { on: 'backup'; command: 'backup' | 'export' | 'verify' | 'restore'; place: string }
  | { on: 'discuz'; from: string; files: string; isDryRun: boolean }

/** Number of faults that `search:check` prints. */
const FAULTS_SHOWN = 20

/** Parses an argument with the rule of a field. */
function parsed<T>(schema: z.ZodMiniType<T>, field: string, given: string): T {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const code = result.error.issues[0]?.message ?? 'invalid'
  throw new UsageError(`${field}: ${fieldText({ field, code }, 'en')}`)
}

/** Parses a command line. Throws a `UsageError` before any database is opened. */
export function parseCommand(line: readonly string[]): AdminCommand {
  const [command = '', place = ''] = line
  switch (command) {
    case 'backup':
    case 'export':
    case 'verify':
    case 'restore':
      if (line.length !== 2 || place === '') throw new UsageError(`Usage: npm run admin -- ${command} PLACE`)
      return { on: 'backup', command, place }
    case 'check':
      if (line.length !== 1) throw new UsageError('Usage: npm run admin -- check')
      return { on: 'place' }
    case 'import':
      return place === 'discuz' ? importCommand(line.slice(2)) : parseCommand(['restore', ...line.slice(1)])
    default:
      return { on: 'forum', run: forumCommand(line) }
  }
}

function importCommand(line: readonly string[]): AdminCommand {
  const usage = new UsageError(
    'Usage: npm run admin -- import discuz --from mysql://USER:PASSWORD@HOST/DATABASE --files DIR [--dry-run]',
  )
  try {
    const { values } = parseArgs({
      args: [...line],
      options: { from: { type: 'string' }, files: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    })
    const { from = '', files = '', 'dry-run': isDryRun = false } = values
    if (!URL.canParse(from) || new URL(from).protocol !== 'mysql:' || files === '') throw usage
    return { on: 'discuz', from, files, isDryRun }
  } catch {
    throw usage
  }
}

function forumCommand(line: readonly string[]): ForumCommand {
  const [command = '', username = '', second = ''] = line
  const expect = (...names: string[]) => {
    if (line.length - 1 === names.length && !line.includes('')) return
    throw new UsageError(`Usage: npm run admin -- ${[command, ...names].join(' ')}`)
  }
  switch (command) {
    case 'create-admin': {
      expect('USERNAME', 'EMAIL')
      const name = parsed(anyUsername, 'username', username)
      const address = parsed(email, 'email', second)
      return async ({ accounts }) =>
        `Created the administrator ${name}. Password: ${await accounts.createAdmin(name, address)}`
    }
    case 'reset-password':
      expect('USERNAME')
      return async ({ accounts }) =>
        `The new password of ${username}: ${await accounts.resetPassword(username)}`
    case 'end-sessions':
      expect('USERNAME')
      return async ({ accounts }) => {
        await accounts.endSessions(username)
        return `${username} is logged out everywhere.`
      }
    case 'second-factor-off':
      expect('USERNAME')
      return async ({ accounts }) =>
        (await accounts.turnOffSecondFactor(username))
          ? `${username} signs in with the password alone now.`
          : `${username} has no second factor.`
    case 'set-role': {
      expect('USERNAME', 'ROLE')
      const chosen = parsed(role, 'role', second)
      return async ({ accounts }) => {
        await accounts.setRole(username, chosen)
        return `${username} is now ${chosen}.`
      }
    }
    case 'list': {
      if (line.length > 2 || line.slice(1).includes(''))
        throw new UsageError('Usage: npm run admin -- list [NAME]')
      const prefix = line[1] ?? null
      return async ({ accounts }) => {
        const found = await accounts.list(prefix)
        if (found.length === 0) return 'There are none.'
        return found.map((member) => `${member.role}\t${member.username}\t${member.displayName}`).join('\n')
      }
    }
    case 'read-only': {
      if (line.length !== 2 || (username !== 'on' && username !== 'off'))
        throw new UsageError('Usage: npm run admin -- read-only on|off')
      return async ({ settings }) => {
        const isChanged = await settings.setReadOnly(username === 'on')
        const state = username === 'on' ? 'The site can only be read.' : 'The site can be written to.'
        return isChanged ? state : `${state} It was so before.`
      }
    }
    case 'purge':
      expect('USERNAME', 'ADMIN')
      return async ({ accounts, purges }) => {
        const [userId, adminId] = await Promise.all([accounts.idOf(username), accounts.idOf(second)])
        const { threads, posts } = await purges.complete(userId, adminId, 'npm run admin')
        return `Deleted ${threads} threads and ${posts} replies of ${username}; ${second} can take it back in the log.`
      }
    case 'recount':
      expect()
      return async ({ recount }) => {
        const { boards, members, threads } = await recount()
        return `Corrected ${boards} boards, ${members} members and ${threads} threads.`
      }
    case 'search:check':
      expect()
      return async ({ search }) => {
        const { posts, faults } = await search.check()
        if (faults.length === 0) return `The search index agrees with all ${posts} posts.`
        const shown = faults.slice(0, FAULTS_SHOWN).map(({ post, kind }) => `post ${post}: ${kind}`)
        return [`${faults.length} of ${posts} posts differ; search:rebuild repairs them.`, ...shown].join(
          '\n',
        )
      }
    case 'search:rebuild':
      expect()
      return async ({ search, say }) => {
        await search.rebuild((done, total) => say(`${done} of ${total} posts`))
        return 'The search index is rebuilt.'
      }
    case '':
      throw new UsageError(USAGE)
    default:
      throw new UsageError(`There is no command ${command}.\n\n${USAGE}`)
  }
}
