import { defineCollection, field } from './model'

/** The highest id of a sequence that a process has reserved. */
const counterFields = { _id: field.string, next: field.number }
export const counterCollection = defineCollection('counters', counterFields)

/** The process that holds a job; the lease is free again after `until`, by the database's clock. */
const leaseFields = { _id: field.string, holder: field.string, until: field.date }
export const leaseCollection = defineCollection('leases', leaseFields)

/** A migration that has run. */
const migrationFields = { _id: field.number, name: field.string, appliedAt: field.date }
export const migrationCollection = defineCollection('migrations', migrationFields)
