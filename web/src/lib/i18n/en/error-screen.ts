import { type errorScreen as zh } from '../zh/error-screen'
import { type TableOf } from '../table'

export const errorScreen: TableOf<typeof zh> = {
  title: 'Something went wrong',
  text: 'Sorry, this page ran into a problem. Please refresh and try again.',
  notLoaded: 'You are offline, or the forum has just been updated. Please refresh the page.',
  refresh: 'Refresh page',
}
