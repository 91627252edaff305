export { inOneTab } from './one-tab'
export { startTabs } from './start-tabs'
