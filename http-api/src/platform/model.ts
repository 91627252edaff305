import type { Connection, Model, Schema } from 'mongoose'

/** The model of a collection on this connection; asked for again it is the same one. */
export function modelOf<Doc>(connection: Connection, name: string, schema: Schema<Doc>): Model<Doc> {
  const known = connection.models[name] as Model<Doc> | undefined
  return known ?? connection.model<Doc>(name, schema, name)
}
