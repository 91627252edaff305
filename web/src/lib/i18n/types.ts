import { type textLimits } from './text-limits'

/** A text in both languages. */
export type Pair = readonly [chinese: string, english: string]

/** Texts by key, in groups of any depth. */
export interface Table {
  readonly [key: string]: Pair | Table
}

/** `title` and `error.network`: the keys of all texts. */
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends Pair ? K : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]

/** `error`: the keys of all groups. */
type GroupsOf<T> = {
  [K in keyof T & string]: T[K] extends Pair ? never : K | `${K}.${GroupsOf<T[K]>}`
}[keyof T & string]

/** The text or the group of a key. */
type At<T, Key extends string> = Key extends keyof T
  ? T[Key]
  : Key extends `${infer First}.${infer Rest}`
    ? First extends keyof T
      ? At<T[First], Rest>
      : never
    : never

/** The names of the placeholders in a text. */
type PlaceholdersIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never

/** The names of the placeholders in a pair, whose languages have the same ones, or in any pair of a group. */
type PlaceholdersOf<T> = T extends Pair
  ? PlaceholdersIn<T[0]>
  : { [K in keyof T]: PlaceholdersOf<T[K]> }[keyof T]

/**
 * The names of the values that the text or the group of each key takes. `-?` makes the compiler look a key up here; without
 * it, it would replace the key in the expression below, and take ten times as long to check the page.
 */
type Names<T, Keys extends string> = {
  [Key in Keys]-?: Exclude<PlaceholdersOf<At<T, Key>>, keyof typeof textLimits>
}

type ValuesFor<Name> = [Name] extends [never] ? [] : [Record<Name & string, string | number>]

/** `Key`, if it is known. The compiler then rejects an unknown one by its name rather than for its missing values. */
type ValidKey<Key extends string, Keys> = Key extends Keys ? Key : Keys

/** The same groups and keys, with any text in one language. */
type SameKeys<T> = { readonly [K in keyof T]: T[K] extends Pair ? string : SameKeys<T[K]> }

/**
 * Reads the texts of a namespace. An unknown key or a missing value does not compile. These types are narrower than
 * those of i18next, where all namespaces are declared in one place and values may be left out.
 */
export interface Texts<T, InText = Names<T, KeysOf<T>>, InGroup = Names<T, GroupsOf<T>>> {
  /** Returns a text with its placeholders filled in. */
  <Key extends string>(
    key: ValidKey<Key, keyof InText>,
    ...values: ValuesFor<InText[Key & keyof InText]>
  ): string
  /** The texts as they were defined, with their placeholders. */
  readonly table: T
  /** Returns all texts of a group with their placeholders filled in. */
  below: <Key extends string>(
    key: ValidKey<Key, keyof InGroup>,
    ...values: ValuesFor<InGroup[Key & keyof InGroup]>
  ) => SameKeys<At<T, Key>>
}
