import { signedIn, type Handlers } from '../../platform/http/mount'
import type { ErasureService } from './erasures.service'

export const erasureRoutes = (erasures: ErasureService) =>
  ({
    askErasure: (call) => erasures.ask(signedIn(call), call.body),
    confirmErasure: (call) => erasures.confirm(signedIn(call), call.params.erasureId),
    listErasures: (call) => erasures.all(signedIn(call)),
  }) satisfies Partial<Handlers>
