export { HtmlPages } from './html-pages'
export { mountHtmlPages } from './html-pages.routes'
export { NAMED_FILES } from './named-files'
