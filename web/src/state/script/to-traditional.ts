import { ConverterFactory } from 'opencc-js/core'
import fromSimplified from 'opencc-js/from/cn'
import toTaiwan from 'opencc-js/to/tw'

/** Converts characters, not vocabulary: 软件 becomes 軟件. */
export default ConverterFactory(fromSimplified, toTaiwan)
