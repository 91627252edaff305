import { defineTexts } from './i18n'

/** The messages of calls without a usable response, by error code. */
export const apiText = defineTexts('api', {
  NETWORK: '无法连接服务器，请检查网络',
  TIMEOUT: '网络异常，请稍后再试',
})
