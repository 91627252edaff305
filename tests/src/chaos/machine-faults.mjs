// Loaded into every process of a cluster before its program (`node --import`). Makes its clock run ahead or behind, and its
// disk look full, as the file `CHAOS_FAULTS` of that process says (tests/src/chaos/cluster.ts).
import fs, { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const file = process.env.CHAOS_FAULTS
const READ_MS = 50
let faults = { offsetMs: 0, isDiskFull: false }

function read() {
  try {
    faults = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // It is being written, or no fault has been written yet.
  }
}

if (file) {
  read()
  setInterval(read, READ_MS).unref()

  const RealDate = Date
  const now = () => RealDate.now() + faults.offsetMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })

  const { statfs } = fs.promises
  fs.promises.statfs = async (...given) => {
    const stats = await statfs(...given)
    return faults.isDiskFull ? Object.assign(stats, { bavail: 0 }) : stats
  }
  syncBuiltinESMExports()
}
