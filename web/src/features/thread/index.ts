export { Markup } from './Markup'
export { PostPreview } from './PostPreview'
