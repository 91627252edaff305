import { acts } from './acts'
import { auth } from './auth'
import { board } from './board'
import { boardAdmin } from './board-admin'
import { category } from './category'
import { common } from './common'
import { composer } from './composer'
import { errorScreen } from './error-screen'
import { help } from './help'
import { home } from './home'
import { hot } from './hot'
import { keys } from './keys'
import { latest } from './latest'
import { legal } from './legal'
import { lightbox } from './lightbox'
import { live } from './live'
import { login } from './login'
import { markup } from './markup'
import { member } from './member'
import { messages } from './messages'
import { my } from './my'
import { newThread } from './new-thread'
import { notFound } from './not-found'
import { notify } from './notify'
import { profile } from './profile'
import { reset } from './reset'
import { push } from './push'
import { report } from './report'
import { role } from './role'
import { script } from './script'
import { soon } from './soon'
import { testPage } from './test-page'
import { theme } from './theme'
import { thread } from './thread'
import { time } from './time'

/**
 * All texts of the page in Chinese, in the register of mainland forums. The page loads them group by group: only types
 * and tests import the whole table.
 */
export const zh = {
  acts,
  auth,
  board,
  boardAdmin,
  category,
  common,
  composer,
  errorScreen,
  help,
  home,
  hot,
  keys,
  latest,
  legal,
  lightbox,
  live,
  login,
  markup,
  member,
  messages,
  my,
  newThread,
  notFound,
  notify,
  profile,
  reset,
  push,
  report,
  role,
  script,
  soon,
  testPage,
  theme,
  thread,
  time,
}
