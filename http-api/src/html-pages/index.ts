export { HtmlPages } from './html-pages'
export { mountHtmlPages } from './html-pages.routes'
