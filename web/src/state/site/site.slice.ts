import { defineSlice, forum as pageForum, type Forum } from '../../store'

export interface Site {
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

/** Shows the name that an admin has just given the site. */
export function showSiteName(name: string, forum: Forum = pageForum): void {
  forum.update((write) => {
    write(siteSlice).name = name
  })
}
