/**
 * Draws the icons of the installed page from `favicon.svg`: `npx tsx tests/src/pictures/icons.ts`. Run it after
 * changing the drawing, and commit the pictures.
 */
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { startBrowser } from '../fixtures/chromium'

const PUBLIC = path.resolve(import.meta.dirname, '../../../web/public')
const RED = '#a82a1e'

/**
 * A maskable icon is cut to a circle or a rounded square, so its drawing stays in the middle of a full square; Apple
 * rounds the corners itself.
 */
const ICONS = [
  { name: 'icon-192.png', size: 192, drawing: 1, ground: 'transparent' },
  { name: 'icon-512.png', size: 512, drawing: 1, ground: 'transparent' },
  { name: 'maskable-512.png', size: 512, drawing: 0.72, ground: RED },
  { name: 'apple-touch-icon.png', size: 180, drawing: 0.9, ground: RED },
]

const drawing = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8')
await mkdir(path.join(PUBLIC, 'icons'), { recursive: true })
const browser = await startBrowser()
for (const { name, size, drawing: share, ground } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const inner = Math.round(size * share)
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}
     svg{width:${inner}px;height:${inner}px}</style>${drawing}`,
  )
  await page.screenshot({ path: path.join(PUBLIC, 'icons', name), omitBackground: true })
  await page.close()
}
await browser.close()
