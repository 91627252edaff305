import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { rememberPlace } from '../lib/session'
import { useSession } from '../state/session'
import { PageOnItsWay } from './PageOnItsWay'

/** Renders its content for members; sends everyone else to sign in, and back here afterwards. */
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
      // The navigation has started, though the new page is not rendered yet.
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
