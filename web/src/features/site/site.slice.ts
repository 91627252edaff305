import { defineSlice } from '../../store'

interface Site {
  /** Null until it changes or is loaded: the document names the site. */
  name: string | null
}

/** How the site presents itself; the same for every reader, so it outlives sessions. */
export const siteSlice = defineSlice('site', (): Site => ({ name: null }), {
  scope: 'device',
  on: {
    'site:changed': (own, { site }) => {
      own.name = site.name
    },
  },
})
