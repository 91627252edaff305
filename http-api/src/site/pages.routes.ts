import { signedIn, type Handlers } from '../platform/http/mount'
import type { Agreements } from './agreements.service'
import type { SitePages } from './pages.service'

export const pageRoutes = (pages: SitePages, agreements: Agreements) =>
  ({
    getPage: async ({ params, language }) => ({ page: await pages.get(params.slug, language) }),
    setPage: async (call) => ({ page: await pages.set(signedIn(call), call.params.slug, call.body) }),
    deletePage: async (call) => {
      await pages.remove(signedIn(call), call.params.slug)
    },
    listPageVersions: async (call) => ({
      versions: await pages.history(signedIn(call), call.params.slug, call.language),
    }),
    agree: async (call) => {
      await agreements.agree(signedIn(call), call.body)
    },
    listAgreements: (call) => agreements.of(signedIn(call).actor.id),
  }) satisfies Partial<Handlers>
