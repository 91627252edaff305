export { startScript } from './script'
export { ScriptMenu, ScriptSwitch } from './ScriptMenu'
