import { defineTexts } from './i18n'

/** The messages of calls without a usable response, by error code. */
export const apiText = defineTexts('api', {
  NETWORK: ['无法连接服务器，请检查网络', 'Cannot connect to the server, please check your network'],
  TIMEOUT: ['网络异常，请稍后再试', 'Network error, please try again later'],
})
