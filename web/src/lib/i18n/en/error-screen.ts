import { type errorScreen as zh } from '../zh/error-screen'
import { type TableOf } from '../table'

export const errorScreen: TableOf<typeof zh> = {
  title: 'Something went wrong',
  text: 'Sorry, this page ran into a problem. Please refresh and try again.',
  refresh: 'Refresh page',
}
