import { type AreaParts, screen } from '../state/area'
import { startWarnings } from './warnings/warnings'
import { signInFirstSlice } from './sign-in-first/sign-in-first.slice'

const screens = () => import('./screens')

/** Signing in and registering. */
export const accountsArea = {
  slices: [signInFirstSlice],
  routes: [
    screen('/login', async () => (await screens()).LoginScreen),
    screen('/login/with', async () => (await import('./oidc/OidcScreen')).OidcScreen),
    screen('/register', async () => (await screens()).RegisterScreen),
    screen('/complaint', async () => (await import('./complaint/ComplaintScreen')).ComplaintScreen),
    screen('/forgot-password', async () => (await screens()).ForgotScreen),
    screen('/reset-password', async () => (await screens()).ResetScreen),
  ],
  memberRoutes: [],
  start: startWarnings,
} satisfies AreaParts
