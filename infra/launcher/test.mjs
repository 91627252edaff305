// `npm test`: installs the packages and what else the tests need (redis-server, nginx, MariaDB, promtool,
// systemd-analyze, Chromium, WebKit and fonts, with apt-get where possible), builds what they start, and runs them
// (tests/src/runner). Arguments are passed on to vitest; after `changed [SINCE]` it runs what a change can break
// (changed.mjs).
//
// `npm run test:deep [-- --seeds 5]`: runs the long schedules alone, with so many times as many seeds as `npm test`, and
// then the chaos of tests/src/chaos with so many.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { giveUp, installPackages } from './packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const NEEDED = [
  { package: 'nginx-light', there: () => existsSync('/usr/sbin/nginx') },
  // Makes the certificate of nginx.
  { package: 'openssl', there: () => onPath('openssl') },
  { package: 'redis-server', there: () => onPath('redis-server') },
  // The database of a Discuz! forum.
  { package: 'mariadb-server', there: () => existsSync('/usr/sbin/mariadbd') },
  // promtool, which checks the alerts.
  { package: 'prometheus', there: () => onPath('promtool') },
  // systemd-analyze, which checks the units; systemd itself is not started.
  { package: 'systemd', there: () => onPath('systemd-analyze') },
  // Chromium without its user interface: it opens a page in less than half the time.
  { package: 'chromium-headless-shell', there: () => onPath('chromium-headless-shell') },
  // WebKit with its driver, a screen for it, and a window manager, without which no window has the focus.
  { package: 'webkit2gtk-driver', there: () => onPath('WebKitWebDriver') },
  { package: 'xvfb', there: () => onPath('Xvfb') },
  { package: 'openbox', there: () => onPath('openbox') },
  { package: 'fonts-noto-cjk', there: () => existsSync('/usr/share/fonts/opentype/noto') },
  {
    package: 'fonts-noto-color-emoji',
    there: () => existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'),
  },
]

function onPath(program) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, program)))
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

installPackages(root)

const [mode, ...rest] = process.argv.slice(2)
const isDeep = mode === 'deep'
const chosen = mode === 'changed' ? await changed(rest) : isDeep ? await deep() : process.argv.slice(2)

/** Returns the arguments that run what a change can break; exits if nothing has changed. */
async function changed(args) {
  const { changedTests } = await import('./changed.mjs')
  const { tests, others } = changedTests(args)
  if (tests?.length === 0) {
    process.stdout.write('Nothing has changed.\n')
    process.exit(0)
  }
  process.stdout.write(
    tests ? `The change can break ${tests.length} test files.\n` : 'The change can break anything.\n',
  )
  return [...(tests ?? []), ...others]
}

/** Returns the arguments that run the long schedules: the tests that take a number of seeds. */
async function deep() {
  const { allModules } = await import('./modules.mjs')
  const takesSeeds = (file) => readFileSync(path.join(root, file), 'utf8').includes("inject('seeds')")
  return [...allModules().filter((file) => file.endsWith('.test.ts') && takesSeeds(file)), '--seeds', seeds()]
}

/** Returns how many times as many seeds `npm run test:deep` is to run with. */
function seeds() {
  return parseArgs({ args: rest, options: { seeds: { type: 'string', default: '5' } } }).values.seeds
}

const missing = NEEDED.filter((needed) => !needed.there()).map((needed) => needed.package)
if (missing.length > 0) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !onPath('apt-get')) {
    giveUp(`The tests need ${missing.join(', ')}. On Debian: sudo apt-get install ${missing.join(' ')}`)
  }
  process.stdout.write(`installing ${missing.join(', ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  const installed =
    run('apt-get', ['update', '-qq'], quiet) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], quiet)
  if (!installed) giveUp(`apt-get could not install ${missing.join(' ')}`)
}

if (!run(process.execPath, ['infra/launcher/build.mjs', root, path.join(root, '.build')]))
  giveUp('the build failed')
const runTypeScript = (program, ...args) => run(process.execPath, ['--import', 'tsx', program, ...args])
const passed =
  runTypeScript('tests/src/runner/main.ts', ...chosen) &&
  (!isDeep || runTypeScript('tests/src/chaos/main.ts', '--runs', seeds()))
process.exit(passed ? 0 : 1)
