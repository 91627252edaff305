import { type RegistrationChallenge } from '@forum/shared/contract'
import { solve } from './solve'

/** The messages of the worker: the number of tries so far, at last the solution. */
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
