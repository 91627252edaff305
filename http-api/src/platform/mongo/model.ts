import { Schema, type Connection, type mongo } from 'mongoose'

/** A collection of the driver, typed by its documents. All features read and write through it. */
export type Collection<Doc extends mongo.Document> = mongo.Collection<Doc>

/** Ends reads that the server is still running after the client has given up; a call may set another `maxTimeMS`. */
function bounded<Doc extends mongo.Document>(
  collection: Collection<Doc>,
  maxTimeMS: number,
): Collection<Doc> {
  // `findOne` and `countDocuments` of the driver call these two.
  const find = collection.find.bind(collection)
  const aggregate = collection.aggregate.bind(collection)
  return Object.assign(collection, {
    find: (filter: mongo.Filter<Doc> = {}, options?: mongo.FindOptions) =>
      find(filter, { maxTimeMS, ...options }),
    aggregate: (pipeline?: mongo.Document[], options?: mongo.AggregateOptions) =>
      aggregate(pipeline, { maxTimeMS, ...options }),
  })
}

/** Returns what an upsert has left behind, which cannot be missing. */
export function existing<Doc>(document: Doc | null): Doc {
  if (document === null) throw new Error('an upsert returned no document')
  return document
}

/**
 * Who else may see a field than the code that names it. Without one a field is private: in no cache, no export and no
 * profile. A secret may not even be named there.
 */
export type Audience = 'secret' | 'own' | 'public'
/** A field of a document: how mongoose stores it, and the type that code sees. */
export interface Field<Type> {
  readonly storedAs: unknown
  readonly audience?: Audience
  /** Exists only in the type, so that `DocumentOf` can infer it. */
  readonly type?: Type
}
export interface OptionalField<Type> extends Field<Type> {
  readonly isOptional: true
}
/** The audience is declared around everything else, and once. */
type Undeclared<Type> = Field<Type> & { readonly audience?: never }

const storedAs = <Type>(type: unknown): Undeclared<Type> => ({ storedAs: type })
const seenBy =
  <const Seen extends Audience>(audience: Seen) =>
  <F extends Undeclared<unknown>>(of: F): Omit<F, 'audience'> & { readonly audience: Seen } => ({
    ...of,
    audience,
  })

/** The kinds of fields, and who may see them. */
export const field = {
  number: storedAs<number>(Number),
  string: storedAs<string>(String),
  boolean: storedAs<boolean>(Boolean),
  date: storedAs<Date>(Date),
  /** One of a fixed set of strings. */
  oneOf: <const Values extends readonly string[]>(..._values: Values) => storedAs<Values[number]>(String),
  nullable: <Type>(of: Undeclared<Type>) => storedAs<Type | null>(of.storedAs),
  listOf: <Type>(of: Undeclared<Type>) => storedAs<Type[]>([of.storedAs]),
  /** A value that mongoose stores without casting. */
  mixed: <Type>() => storedAs<Type>(Schema.Types.Mixed),
  /** A field that some documents lack. */
  optional: <Type>(of: Undeclared<Type>): OptionalField<Type> & Undeclared<Type> => ({
    storedAs: of.storedAs,
    isOptional: true,
  }),
  /** Never leaves its area, nor enters a cache or an export. */
  secret: seenBy('secret'),
  /** For the member it belongs to, and that member's export. */
  own: seenBy('own'),
  /** For everyone who may see the document. */
  public: seenBy('public'),
}

export type Fields = Readonly<Record<string, Field<unknown>>>
type TypeOf<F> = F extends Field<infer Type> ? Type : never
type OptionalKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends OptionalField<unknown> ? K : never
}[keyof F]

/** The type of documents with these fields, so that a document's shape is written only once. */
export type DocumentOf<F extends Fields> = {
  -readonly [K in Exclude<keyof F, OptionalKeys<F>>]: TypeOf<F[K]>
} & { -readonly [K in OptionalKeys<F>]?: TypeOf<F[K]> }

/**
 * Declares a collection with the fields of its documents and its indexes; returns the function that opens it on a
 * connection. mongoose has only the model, from which `prepareDatabase` creates the collection and its indexes.
 */
export const defineCollection =
  <F extends Fields>(name: string, fields: F, indexes: readonly mongo.IndexDescription[] = []) =>
  (connection: Connection): Collection<DocumentOf<F>> => {
    if (!connection.models[name]) connection.model(name, schemaOf(fields, indexes) as never, name)
    const collection = connection.getClient().db(connection.name).collection<DocumentOf<F>>(name)
    const maxTimeMS = connection.get('maxTimeMS') as number | undefined
    return maxTimeMS === undefined ? collection : bounded(collection, maxTimeMS)
  }

/**
 * Empty objects are stored, and there is no `__v`. The type of a schema is left out: nothing reads it, and the compiler
 * takes a second to compare it with another.
 */
function schemaOf(fields: Fields, indexes: readonly mongo.IndexDescription[]): unknown {
  const definition = Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of.storedAs]))
  const schema = new Schema(definition as never, { versionKey: false, minimize: false })
  for (const { key, ...options } of indexes) schema.index(key as Record<string, 1>, options)
  return schema
}
