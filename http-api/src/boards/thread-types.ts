import type { Board } from '@forum/shared/contract'

/** A type of threads of a board, such as guide or request. */
export type ThreadType = Board['types'][number]

/** Returns types as the log of moderation keeps them: one a line, its key, its colour and its name. */
export const textOfTypes = (types: readonly ThreadType[]): string =>
  types.map(({ key, color, name }) => `${key} ${color ?? '-'} ${name}`).join('\n')

/** Returns the types that `textOfTypes` wrote. */
export const typesOfText = (text: string): ThreadType[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', color, ...name] = line.split(' ')
      return { key, color: color === '-' ? null : (color ?? null), name: name.join(' ') }
    })
