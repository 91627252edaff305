import { isSupported } from './lib/older-engines'
import './ui/tokens.css'
import './ui/base.css'
import './ui/readable.css'
// The document has it too.
import './ui/breadcrumb.css'
import { nextTask } from './lib/next-task'

/**
 * Starts the page in several short tasks instead of a long one, so that it responds to the reader in between: each part
 * is evaluated in a task, and the first render is a transition, which yields. `vite.config.ts` has all parts preloaded.
 */
async function start(): Promise<void> {
  const { createElement, startTransition, StrictMode } = await import('react')
  const { createRoot } = await import('react-dom/client')
  await nextTask()
  await import('./state/slices')
  await nextTask()
  const { App, keepReadable, startPage } = await import('./app')
  await nextTask()
  startPage()
  const root = document.getElementById('root')
  if (!root) return
  keepReadable(root)
  await nextTask()
  startTransition(() => {
    createRoot(root).render(createElement(StrictMode, null, createElement(App)))
  })
}

// An older engine keeps the document that the server rendered.
if (isSupported || !document.querySelector('.readable')) void start()
