import { Schema, type Connection } from 'mongoose'
import { modelOf } from './model'

/** The highest id of a sequence that a process has reserved. */
export interface CounterDoc {
  _id: string
  next: number
}
export const counterModel = (connection: Connection) =>
  modelOf(
    connection,
    'counters',
    new Schema<CounterDoc>({ _id: String, next: Number }, { versionKey: false }),
  )

/** The process that holds a job; the lease is free again after `until`, by the database's clock. */
export interface LeaseDoc {
  _id: string
  holder: string
  until: Date
}
export const leaseModel = (connection: Connection) =>
  modelOf(
    connection,
    'leases',
    new Schema<LeaseDoc>({ _id: String, holder: String, until: Date }, { versionKey: false }),
  )

/** A migration that has run. */
export interface MigrationDoc {
  _id: number
  name: string
  appliedAt: Date
}
export const migrationModel = (connection: Connection) =>
  modelOf(
    connection,
    'migrations',
    new Schema<MigrationDoc>({ _id: Number, name: String, appliedAt: Date }, { versionKey: false }),
  )
