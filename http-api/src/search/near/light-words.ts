import { foldForSearch } from '@forum/shared/text'
import { atomsOf } from '../terms'

/** Words that ask, or join others, and say nothing of what a text is about. */
const WORDS = `怎么办 怎么样 怎么 怎样 如何 有没有 有没 有人 有谁 请问 求问 问问 想问 请教 求助 求教 求指教 知道
能不能 可不可以 可以 能否 是否 是不是 会不会 要不要 该不该 应该 应不应该 好不好 行不行 值不值 有必要 需要
为什么 什么 什么样 什么时候 哪里 哪儿 哪个 哪些 哪家 哪种 多少 多久 几个 几天 到底 究竟 大家 各位 楼主 朋友们
一下 一般 现在 目前 如果 但是 因为 所以 还是 或者 以及 这样 那样 这个 那个 这种 那种 一个 有什么 没有 有点 的话
比较 非常 真的 其实 已经 之后 以后 之前 以前 时候 关于 对于 我们 你们 他们 自己 别人 经验 分享 谢谢 急 求 谁`

/** Characters that mean little beside others. */
const CHARACTERS =
  '的了吗呢吧啊嘛呀哦么我你他她它们是在有和跟与就都也还又很太再才这那哪个些把被让给从向到去来要想会能该得着过'

export const isLightCharacter = (text: string): boolean => LIGHT.has(text)

const textsOf = (word: string): string[] => atomsOf(foldForSearch(word).text).map(({ text }) => text)
const LIGHT: ReadonlySet<string> = new Set(textsOf(CHARACTERS))

/** The words as canonical characters, the longest first. */
export const LIGHT_WORDS: readonly (readonly string[])[] = WORDS.split(/\s+/)
  .map(textsOf)
  .toSorted((a, b) => b.length - a.length)
