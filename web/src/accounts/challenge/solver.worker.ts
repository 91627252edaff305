import { type RegistrationChallenge } from '@forum/shared/contract'
import { solve } from './solve'

/** What the worker posts: how many tries it has made, then the solution. */
export type SolverMessage = { tries: number } | { solution: string | null }

const post = (message: SolverMessage) => {
  postMessage(message)
}

addEventListener('message', ({ data }: MessageEvent<RegistrationChallenge>) => {
  post({
    solution: solve(data, (tries) => {
      post({ tries })
    }),
  })
})
