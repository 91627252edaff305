/** Functions on text as a reader sees it: counting, cutting, trimming, folding, staff names, times, counts. */
export { byteLength, countCharacters, cutCharacters, cutWithEllipsis, lastCharacters } from './characters'
export { formatCount } from './count'
export { fold } from './fold'
export { canonicalCharacter, FOLD_GROWTH_MAX, foldForSearch, type FoldedText } from './search-fold'
export { isReservedUsername, looksLikeStaff, RESERVED_USERNAMES } from './staff'
export { relativeTime, type RelativeTime } from './time'
export { isTooShortWord, WordMatcher, wordKey, type WordMatch } from './words'
export { isBlank, oneLine, trimText } from './trim'
