import { ConverterFactory } from 'opencc-js/core'
import fromTaiwan from 'opencc-js/from/tw'
import toSimplified from 'opencc-js/to/cn'

/** Converts characters, not vocabulary: 軟體 becomes 软体. */
export default ConverterFactory(fromTaiwan, toSimplified)
