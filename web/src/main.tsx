import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { App, startPage } from './app'
import './ui/tokens.css'
import './ui/base.css'

// The page allows no eval, which the schemas would otherwise try at their first use.
config({ jitless: true })
startPage()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
