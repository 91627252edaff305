import { Schema, type Connection, type Model } from 'mongoose'

/** Returns the model of a collection on a connection; a second call returns the same model. */
export function modelOf<Doc>(connection: Connection, name: string, schema: Schema<Doc>): Model<Doc> {
  const known = connection.models[name] as Model<Doc> | undefined
  return known ?? connection.model<Doc>(name, schema, name)
}

/** A field of a document: how mongoose stores it, and the type that code sees. */
export interface Field<Type> {
  readonly storedAs: unknown
  /** Exists only in the type, so that `DocumentOf` can infer it. */
  readonly type?: Type
}
export interface OptionalField<Type> extends Field<Type> {
  readonly isOptional: true
}

const storedAs = <Type>(type: unknown): Field<Type> => ({ storedAs: type })

/** The kinds of fields. */
export const field = {
  number: storedAs<number>(Number),
  string: storedAs<string>(String),
  boolean: storedAs<boolean>(Boolean),
  date: storedAs<Date>(Date),
  /** One of a fixed set of strings. */
  oneOf: <const Values extends readonly string[]>(..._values: Values) => storedAs<Values[number]>(String),
  nullable: <Type>(of: Field<Type>) => storedAs<Type | null>(of.storedAs),
  listOf: <Type>(of: Field<Type>) => storedAs<Type[]>([of.storedAs]),
  /** A value that mongoose stores without casting. */
  mixed: <Type>() => storedAs<Type>(Schema.Types.Mixed),
  /** A field that some documents lack. */
  optional: <Type>(of: Field<Type>): OptionalField<Type> => ({ storedAs: of.storedAs, isOptional: true }),
}

type Fields = Readonly<Record<string, Field<unknown>>>
type TypeOf<F> = F extends Field<infer Type> ? Type : never
type OptionalKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends OptionalField<unknown> ? K : never
}[keyof F]

/** The type of documents with these fields, so that a document's shape is written only once. */
export type DocumentOf<F extends Fields> = {
  -readonly [K in Exclude<keyof F, OptionalKeys<F>>]: TypeOf<F[K]>
} & { -readonly [K in OptionalKeys<F>]?: TypeOf<F[K]> }

/** Returns the schema of documents with these fields. Empty objects are stored, and there is no `__v`. */
export function schemaOf<F extends Fields>(fields: F): Schema<DocumentOf<F>> {
  const definition = Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of.storedAs]))
  // The definition is built from the same fields as the type, which the compiler cannot follow.
  return new Schema(definition as never, { versionKey: false, minimize: false })
}
