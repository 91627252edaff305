import { addTexts } from '../lib/i18n'
import { lightbox } from '../lib/i18n/zh/lightbox'

addTexts({ lightbox })
