/** The shape of a string table: the same keys at every depth, any text. */
export type TableOf<T> = { readonly [K in keyof T]: T[K] extends string ? string : TableOf<T[K]> }
