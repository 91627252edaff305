import { type VideoNode } from './nodes'

const PARTS = /^https?:\/\/([^/?#:]+)(\/[^?#]*)?(?:\?([^#]*))?/i

/**
 * Returns the YouTube, Vimeo or Bilibili video that a link leads to, or null. The players are on hosts without
 * cookies and do not start automatically. b23.tv hides its target, so it stays a link.
 */
export function videoOf(url: string): VideoNode | null {
  const parts = PARTS.exec(url)
  if (parts === null) return null
  const host = (parts[1] ?? '').toLowerCase().replace(/^(?:www|m|music)\./, '')
  const path = (parts[2] ?? '/').replace(/\/$/, '')
  switch (host) {
    case 'youtu.be':
      return youtube(url, path.slice(1))
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return youtube(
        url,
        path === '/watch' ? queryValue(parts[3], 'v') : /^\/(?:shorts|embed|live)\/(.*)$/.exec(path)?.[1],
      )
    case 'vimeo.com':
      return vimeo(url, path.slice(1))
    case 'player.vimeo.com':
      return vimeo(url, /^\/video\/(.*)$/.exec(path)?.[1])
    case 'bilibili.com':
      return bilibili(url, /^\/video\/(.*)$/.exec(path)?.[1])
    default:
      return null
  }
}

function youtube(page: string, id: string | undefined): VideoNode | null {
  if (id === undefined || !/^[\w-]{11}$/.test(id)) return null
  return {
    type: 'video',
    provider: 'youtube',
    id,
    page,
    embed: `https://www.youtube-nocookie.com/embed/${id}`,
  }
}

function vimeo(page: string, id: string | undefined): VideoNode | null {
  if (id === undefined || !/^\d{1,12}$/.test(id)) return null
  return { type: 'video', provider: 'vimeo', id, page, embed: `https://player.vimeo.com/video/${id}?dnt=1` }
}

function bilibili(page: string, id: string | undefined): VideoNode | null {
  if (id === undefined) return null
  const video = /^BV[A-Za-z0-9]{10}$/.test(id)
    ? `bvid=${id}`
    : /^av\d{1,18}$/i.test(id)
      ? `aid=${id.slice(2)}`
      : null
  if (video === null) return null
  const embed = `https://player.bilibili.com/player.html?${video}&autoplay=0&danmaku=0`
  return { type: 'video', provider: 'bilibili', id, page, embed }
}

function queryValue(query: string | undefined, name: string): string | undefined {
  const pair = query?.split('&').find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
