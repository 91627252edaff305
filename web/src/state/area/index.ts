export { type AreaParts, type LoadScreen, screen, type ScreenRoute, withSlices } from './area-parts'
