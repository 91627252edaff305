export { disciplineModel } from './discipline.model'
export { disciplineRoutes } from './discipline.routes'
export { DisciplineNotices } from './discipline-notices'
export { DisciplineService } from './discipline.service'
