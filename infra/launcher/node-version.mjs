/** The supported major versions of Node, each with its lowest supported minor version. */
const FLOORS = { 20: [19, 0], 22: [12, 0] }
const NEWEST_FLOOR = 24

/** Returns why a version of Node is not supported, or null. */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const floor = FLOORS[major]
  const fits = floor ? minor >= floor[0] : major >= NEWEST_FLOOR
  if (fits) return null
  return (
    `需要 Node.js 20.19、22.12 或 24 以上，现在是 ${version}。\n` +
    `Node.js 20.19+, 22.12+ or 24+ is needed; this is ${version}. See https://nodejs.org/`
  )
}
