export { disciplineModel } from './discipline.model'
export { disciplineRoutes } from './discipline.routes'
export { DisciplineService } from './discipline.service'
