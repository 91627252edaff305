import { parse, partsOf, videoOf, type MarkupNode } from '@forum/shared/markup'
import { wordKey } from '@forum/shared/text'

/** The parts of a text that lead out of the forum or notify members. */
export interface Contents {
  /** Addresses and contacts, as they are compared: each once. */
  links: ReadonlySet<string>
  pictures: ReadonlySet<string>
  mentions: number
}

/** An address without a scheme. Only endings that hardly any word has after a full stop. */
const BARE_ADDRESS =
  /(?<![\w.-])(?:[a-z0-9-]+\.)+(?:com|cn|net|org|info|xyz|top|shop|vip|club|cc|biz|site|online|link|wang|ltd)(?![\w-])(?:\/[^\s]*)?/giu
/** A name in another network, after what it is called. Punctuation, blanks and look-alikes are gone by then. */
const CONTACT =
  /(?:微信|薇信|威信|维信|wechat|weixin|vx|qq|扣扣|telegram|电报|whatsapp)(?:号码|号|id|群)?(?:是|为)?(?=[a-z_]*\d)[a-z\d_]{5,24}/gu
const CHINESE_MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/gu

/** Returns the contents of sources of posts or messages. Videos are no links, whether they have a player or not. */
export function contentsOf(sources: readonly string[], isOwn: (url: string) => boolean): Contents {
  const links = new Set<string>()
  const pictures = new Set<string>()
  let mentions = 0
  let text = ''
  const visit = (nodes: readonly MarkupNode[]) => {
    for (const node of nodes) {
      if (node.type === 'link' && !isOwn(node.url) && !videoOf(node.url)) links.add(sameAddress(node.url))
      if (node.type === 'image') pictures.add(node.url)
      if (node.type === 'mention') mentions += 1
      if (node.type === 'text' || node.type === 'code') text += node.text
      if (node.type === 'break') text += '\n'
      // The label of an address is the address again.
      if (node.type !== 'link' || !node.bare) for (const part of partsOf(node)) visit(part)
    }
  }
  for (const source of sources) {
    visit(parse(source))
    text += '\n'
  }
  for (const [address] of text.matchAll(BARE_ADDRESS)) {
    if (!isOwn(`https://${address}`)) links.add(sameAddress(address))
  }
  for (const line of text.split('\n')) {
    const key = wordKey(line)
    for (const pattern of [CONTACT, CHINESE_MOBILE])
      for (const [contact] of key.matchAll(pattern)) links.add(contact)
  }
  return { links, pictures, mentions }
}

const sameAddress = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')

/** Returns true if a set has something that another lacks. */
export const hasMore = (set: ReadonlySet<string>, than: ReadonlySet<string>): boolean =>
  [...set].some((one) => !than.has(one))
