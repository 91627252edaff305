import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, startPage } from './app'
import './ui/tokens.css'
import './ui/base.css'
import './ui/readable.css'

startPage()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
