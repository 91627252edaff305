import { pinyin } from 'pinyin-pro'

/** Returns the pinyin of a name without tones, in full and as initials: `laowang` and `lw`. */
export function spell(name: string): readonly string[] {
  const sounds = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).map((sound) =>
    sound.toLowerCase(),
  )
  return [sounds.join(''), sounds.map((sound) => sound.slice(0, 1)).join('')]
}
