import { board } from './zh/board'
import { common } from './zh/common'
import { errorScreen } from './zh/error-screen'
import { home } from './zh/home'
import { keys } from './zh/keys'
import { latest } from './zh/latest'
import { live } from './zh/live'
import { login } from './zh/login'
import { notFound } from './zh/not-found'
import { role } from './zh/role'
import { script } from './zh/script'
import { soon } from './zh/soon'
import { theme } from './zh/theme'
import { time } from './zh/time'

/** The groups used by the layout and the home page. All other groups are loaded with the screens that use them. */
export const firstLoad = {
  board,
  common,
  errorScreen,
  home,
  keys,
  latest,
  live,
  login,
  notFound,
  role,
  script,
  soon,
  theme,
  time,
}
