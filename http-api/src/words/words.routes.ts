import { signedIn, type Handlers } from '../platform/http/mount'
import type { Words } from './words.service'

export const wordRoutes = (words: Words) =>
  ({
    listWords: (call) => words.list(signedIn(call)),
    setWords: (call) => words.set(signedIn(call), call.body.words, call.body.revision),
    testWords: (call) => words.test(signedIn(call), call.body.text, call.body.words),
  }) satisfies Partial<Handlers>
