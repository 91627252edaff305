export { PollQueries } from './polls.queries'
export { presentPoll } from './polls.presenter'
export { pollRoutes } from './polls.routes'
export { PollService, type NewPoll } from './polls.service'
