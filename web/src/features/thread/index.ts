export { Markup, parsed } from './Markup'
export { PostPreview } from './PostPreview'
