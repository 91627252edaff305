import { type soon as zh } from '../zh/soon'
import { type TableOf } from '../table'

export const soon: TableOf<typeof zh> = {
  title: 'Coming soon',
  text: '“{{name}}” is coming soon. In the meantime, have a look around the boards.',
  toBoards: 'See all boards',
}
