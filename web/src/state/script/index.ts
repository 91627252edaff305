export { ScriptMenu } from './ScriptMenu'
export { chosenScript, startScript } from './script'
