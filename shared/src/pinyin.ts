import { pinyin } from 'pinyin-pro'

/** Returns the sound of each character of a name, without tones; a character without a reading stands for itself. */
export const soundsOf = (name: string): string[] =>
  pinyin(name, { toneType: 'none', type: 'array', v: true }).map((sound) => sound.toLowerCase())

/** Returns sounds as people type them, in full and as initials: `laowang` and `lw`. */
export const spellings = (sounds: readonly string[]): [full: string, initials: string] => [
  sounds.join(''),
  sounds.map((sound) => sound.slice(0, 1)).join(''),
]
