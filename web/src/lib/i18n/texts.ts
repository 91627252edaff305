import { type Translate, type Texts } from './table'

type Table = { readonly [key: string]: string | Table }

const groups: Record<string, Table> = {}

/** Adds groups of texts. A feature calls it in its `texts.ts` (docs/architecture.md#texts). */
export function addTexts(more: Partial<Texts>): void {
  Object.assign(groups, more)
}

function find(key: string): string | undefined {
  let found: string | Table | undefined = groups
  for (const name of key.split('.')) found = typeof found === 'object' ? found[name] : undefined
  return typeof found === 'string' ? found : undefined
}

/** Returns the text of a key, or the key itself if its group was not added. */
export const translate: Translate = (key, ...[values]: [Record<string, string | number>?]) => {
  const text = find(key) ?? key
  return values === undefined
    ? text
    : text.replace(/\{\{(\w+)\}\}/g, (blank, name: string) => String(values[name] ?? blank))
}
