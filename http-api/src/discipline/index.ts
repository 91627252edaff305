export { disciplineCollection } from './discipline.model'
export { disciplineRoutes } from './discipline.routes'
export { DisciplineNotices } from './discipline-notices.service'
export { DisciplineService, type DisciplineNotes } from './discipline.service'
