import { type zh } from './zh'

/** Every group of texts with its Chinese texts, which the keys and placeholders of all languages follow. */
export type Texts = typeof zh

/** The shape of a string table: the same keys at every depth, any text. */
export type TableOf<T> = { readonly [K in keyof T]: T[K] extends string ? string : TableOf<T[K]> }

type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]

type TextOf<T, Key extends string> = Key extends keyof T
  ? T[Key]
  : Key extends `${infer First}.${infer Rest}`
    ? First extends keyof T
      ? TextOf<T[First], Rest>
      : never
    : never

type BlanksOf<Text> = Text extends `${string}{{${infer Blank}}}${infer Rest}` ? Blank | BlanksOf<Rest> : never

type ValuesFor<Blank extends string> = [Blank] extends [never] ? [] : [Record<Blank, string | number>]

/** The path of a text in the table, such as `thread.postNumber`. */
type TextKey = KeysOf<Texts>

/** Returns the text of a key with its placeholders filled in. An unknown key or a missing value does not compile. */
export type Translate = <Key extends TextKey>(
  key: Key,
  ...values: ValuesFor<BlanksOf<TextOf<Texts, Key>>>
) => string
