import { type script as zh } from '../zh/script'
import { type TableOf } from '../table'

export const script: TableOf<typeof zh> = {
  label: 'Chinese script',
  original: 'As written',
  simplified: 'Simplified',
  traditional: 'Traditional',
}
