import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const WORKSPACES = ['shared', 'http-api', 'realtime-server', 'web', 'infra', 'tests']
const CONFIGURATION = /^(package\.json|tsconfig.*\.json|knip\.json|vitest\.config\.ts|\.ox\w+\.json)$/
const LEFT_OUT = /[\\/](node_modules|dist|data)$/

export interface ProgramResult {
  code: number
  stdout: string
  stderr: string
}

/** A copy of the repository's sources and configuration for planting violations; the repository is never touched. */
export interface PlantedTree {
  write(file: string, text: string): Promise<void>
  edit(file: string, change: (text: string) => string): Promise<void>
  remove(folder: string): Promise<void>
  /** Runs a JavaScript program of the copy, given by its path, to completion. */
  run(program: string, ...args: string[]): Promise<ProgramResult>
  discard(): Promise<void>
}

export async function plantedTree(): Promise<PlantedTree> {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'planted-'))
  const inCopy = (name: string) => path.join(copy, name)
  for (const workspace of WORKSPACES) {
    await cp(path.join(root, workspace), inCopy(workspace), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(source),
    })
  }
  for (const name of await readdir(root))
    if (CONFIGURATION.test(name)) await cp(path.join(root, name), inCopy(name))
  // Packages are shared with the repository, except the workspaces, which are the copy's own.
  await mkdir(inCopy('node_modules/@forum'), { recursive: true })
  for (const name of await readdir(path.join(root, 'node_modules')))
    if (name !== '@forum')
      await symlink(path.join(root, 'node_modules', name), inCopy(`node_modules/${name}`))
  for (const workspace of WORKSPACES)
    await symlink(inCopy(workspace), inCopy(`node_modules/@forum/${workspace}`))

  // Nothing is to be installed into the copy.
  await writeFile(inCopy('package-lock.json'), JSON.stringify({ packages: {} }))

  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(inCopy(file)), { recursive: true })
    await writeFile(inCopy(file), text)
  }
  return {
    write,
    edit: async (file, change) => {
      const before = await readFile(inCopy(file), 'utf8')
      const after = change(before)
      if (after === before) throw new Error(`nothing to change in ${file}`)
      await write(file, after)
    },
    remove: (folder) => rm(inCopy(folder), { recursive: true }),
    run: (program, ...args) => run(inCopy(program), args, copy),
    discard: () => rm(copy, { recursive: true, force: true }),
  }
}

async function run(program: string, args: string[], cwd: string): Promise<ProgramResult> {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 }
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [program, ...args], options)) }
  } catch (error) {
    const { code, stdout, stderr } = error as ProgramResult
    return { code, stdout, stderr }
  }
}
