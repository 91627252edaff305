import { hash, verify } from '@node-rs/argon2'

/** 19 MiB, two passes: about 19 ms a hash on the machines this is meant for. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** A hash that no password has: what an unknown name is checked against, so that it takes as long. */
let nobodys: Promise<string> | null = null

/** Whether the password is this member's; as slow for a member that does not exist. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodys ??= hashPassword(`${Math.random()}`)
  const matches = await verify(passwordHash ?? (await nobodys), password)
  return passwordHash !== null && matches
}
