import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { rememberPlace } from '../lib/session'
import { useSession } from '../features/auth'
import { PageOnItsWay } from './PageOnItsWay'

/** Lets members through and sends others to sign in, to come back here after. */
export function MembersOnly() {
  const { status } = useSession()
  if (status === 'member') return <Outlet />
  return (
    <>
      <PageOnItsWay />
      {status === 'anonymous' && <GoToLogin />}
    </>
  )
}

function GoToLogin() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    // The end of a session already navigates home; only a visitor who is still here goes to /login.
    const timer = setTimeout(() => {
      // Already on the way, though the new page is not drawn yet.
      if (location.pathname !== pathname) return
      rememberPlace()
      void navigate('/login', { replace: true })
    })
    return () => {
      clearTimeout(timer)
    }
  }, [navigate, pathname])
  return null
}
