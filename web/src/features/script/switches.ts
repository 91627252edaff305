export { ScriptSwitch } from './ScriptSwitch'
