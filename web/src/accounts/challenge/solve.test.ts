import { solvedChallenge } from '@forum/shared/contract'
import { expect, it } from 'vitest'
import { solve } from './solve'

/** Made by `createChallenge` of altcha-lib 2.8, for the 120th try. */
const challenge = {
  parameters: {
    algorithm: 'SHA-256' as const,
    cost: 50,
    data: { place: 'here' },
    expiresAt: 1_800_000_000,
    keyLength: 32,
    keyPrefix: '7760099729c96f7098fd74b471a4b9fd',
    keySignature: '8046a201db8bee55a640e00a51064edec9e422526c314c3dc79fb33995f84613',
    nonce: '591ba555f0d2c4cb16aa540c87d7cfe2',
    salt: 'a19a21f87e9c1bf81770d92fcf046fa1',
  },
  signature: '670722b67ce7876caa3a9670eda543309226dd20fbf5ba5ddc2958b54c0b239d',
}

it('finds the try that a challenge of the library asks for, and says how far it is', () => {
  const progress: number[] = []
  const sent = solve(challenge, (tries) => progress.push(tries))
  const solved = solvedChallenge.parse(JSON.parse(atob(sent ?? '')))
  expect(solved.challenge).toEqual(challenge)
  expect(solved.solution.counter).toBe(120)
  expect(solved.solution.derivedKey).toMatch(/^7760099729c96f7098fd74b471a4b9fd/)
  expect(progress).toEqual([0, 50, 100])
})

it('gives a challenge up that has no solution', () => {
  const parameters = { ...challenge.parameters, cost: 1, keyPrefix: '0'.repeat(32) }
  expect(solve({ ...challenge, parameters })).toBeNull()
})
