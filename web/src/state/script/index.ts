export { ScriptMenu } from './ScriptMenu'
export { startScript } from './script'
