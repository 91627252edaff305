import { Schema, type Connection } from 'mongoose'
import { modelOf } from './model'

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

/** Who may do a job that one process at a time does; free again after `until`. */
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
