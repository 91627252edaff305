import type { Connection } from 'mongoose'
import { collectionOf, field, schemaOf } from './model'

/** The highest id of a sequence that a process has reserved. */
const counterFields = { _id: field.string, next: field.number }
export const counterCollection = (connection: Connection) =>
  collectionOf(connection, 'counters', schemaOf(counterFields))

/** The process that holds a job; the lease is free again after `until`, by the database's clock. */
const leaseFields = { _id: field.string, holder: field.string, until: field.date }
export const leaseCollection = (connection: Connection) =>
  collectionOf(connection, 'leases', schemaOf(leaseFields))

/** A migration that has run. */
const migrationFields = { _id: field.number, name: field.string, appliedAt: field.date }
export const migrationCollection = (connection: Connection) =>
  collectionOf(connection, 'migrations', schemaOf(migrationFields))
