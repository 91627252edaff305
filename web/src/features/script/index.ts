export { startScript } from './script'
export { ScriptMenu } from './ScriptMenu'
