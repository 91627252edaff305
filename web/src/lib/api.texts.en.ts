import { type apiText } from './api.texts'
import { type TableOf } from './i18n'

export const api: TableOf<typeof apiText> = {
  NETWORK: 'Cannot connect to the server, please check your network',
  TIMEOUT: 'Network error, please try again later',
}
