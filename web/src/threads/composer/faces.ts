/** A face and the names by which it is found, the first of which is shown. */
type Face = readonly [face: string, ...names: string[]]

export interface FaceGroup {
  key: 'classic' | 'hands' | 'things' | 'text'
  faces: readonly Face[]
}

/** Parses lines of a face and its names, separated by spaces. */
const faces = (lines: string): Face[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ') as [string, ...string[]])

/** The faces offered in every composer. They are stored as plain characters, and rendered with the system's font. */
export const FACES: readonly FaceGroup[] = [
  {
    key: 'classic',
    faces: faces(`
      😊 微笑 开心 脸红
      😄 大笑 高兴 哈哈
      😅 苦笑 流汗 尴尬
      🤣 笑翻 打滚 哈哈
      😂 笑哭 哈哈 流泪
      😘 飞吻 亲亲
      😎 酷 墨镜
      🤔 思考 想想 疑问
      😏 得意 坏笑 斜眼
      🙄 白眼 无语
      😴 困 睡觉
      😢 流泪 难过 哭
      😭 大哭 难过
      😡 生气 愤怒 怒
      😱 害怕 惊恐 震惊
      😳 害羞 脸红 惊讶
      🤐 闭嘴 保密
      🤗 抱抱 拥抱
      😁 呲牙 嘿嘿
      😆 眯眼笑 哈哈
      🙂 呵呵 浅笑
      😉 眨眼 调皮
      😍 花痴 喜欢 色
      🥰 喜爱 幸福
      😋 馋 好吃
      😜 吐舌 调皮
      🤪 疯狂 搞怪
      😇 天使 乖
      🤩 惊喜 星星眼
      🥳 庆祝 派对
      😌 安心 释然
      😒 不爽 鄙视
      😔 失落 沉思
      😞 失望
      😟 担心
      😣 坚持 忍耐
      😤 哼 不服
      😨 惊吓
      😰 冷汗 紧张
      😓 汗 无奈
      😐 面无表情
      😑 无语
      😶 沉默
      😬 龇牙 尴尬
      😮 惊讶 哇
      😲 震惊
      🤯 爆炸 震惊
      😵 晕
      🤒 发烧 生病
      😷 口罩 生病
      🤧 打喷嚏 感冒
      🤮 吐 恶心
      🤑 发财 钱
      🤓 书呆子 学霸
      🧐 研究 单片眼镜
      🥺 可怜 拜托
      😈 恶魔 坏
      🤡 小丑
      💩 便便
      👻 鬼
      🐶 狗头 狗
      🙈 捂眼 猴子
    `),
  },
  {
    key: 'hands',
    faces: faces(`
      👍 赞 好 顶
      👎 踩 差
      👏 鼓掌 拍手
      🙏 拜托 感谢 祈祷 合十
      💪 加油 肌肉 强
      🤝 握手 成交
      👌 好的 没问题
      ✌️ 胜利 耶
      🤞 祝好运
      🤙 打电话
      👋 再见 挥手 你好
      🤘 摇滚
      👊 拳头
      ✊ 握拳
      👆 上 楼上
      👇 下 楼下
      👈 左
      👉 右
      ☝️ 一 注意
      ✋ 停 举手
      🙌 欢呼 万岁
      🫶 比心
      🤷 摊手 不知道
      🤦 捂脸 无奈
      🙋 举手 我
      🙇 鞠躬 抱歉
      ❤️ 爱心 红心 喜欢
      💔 心碎
      🌹 玫瑰 花
      🥀 凋谢
      🎉 庆祝 撒花
      🔥 火 热
      💯 满分
      ✨ 闪亮
      ⭐ 星星
      💡 灯泡 主意
      ❓ 问号
      ❗ 感叹号
      ✅ 对 完成
      ❌ 错
    `),
  },
  {
    key: 'things',
    faces: faces(`
      🍉 西瓜 吃瓜
      🍎 苹果 平安
      🍊 橘子 橙子
      🍇 葡萄
      🍓 草莓
      🍚 米饭 饭
      🍜 面条 面
      🥟 饺子
      🍲 火锅
      🍕 披萨
      🍔 汉堡
      🍗 鸡腿
      🥮 月饼
      🍰 蛋糕
      🎂 生日蛋糕 生日
      🍺 啤酒 干杯
      🍻 干杯 啤酒
      🍷 红酒
      ☕ 咖啡
      🍵 茶
      🧋 奶茶
      🏠 房子 家
      🚗 车
      ✈️ 飞机 回国
      💰 钱袋 钱
      💵 美元 钱
      🧧 红包
      📈 上涨 股票
      📉 下跌 股票
      💻 电脑
      📱 手机
      📷 相机 照片
      📚 书 学习
      🎓 毕业
      👶 宝宝
      🐱 猫
      🐼 熊猫
      🐂 牛
      🐎 马
      🌞 太阳
      🌧️ 下雨
      ❄️ 雪 冷
      🌙 月亮 晚安
      ⏰ 闹钟 时间
    `),
  },
  {
    key: 'text',
    faces: faces(`
      (￣▽￣) 得意
      _(:з」∠)_ 躺倒 累
      orz 跪 佩服
      (╯°□°)╯︵┻━┻ 掀桌
      ¯\\_(ツ)_/¯ 摊手
      (づ￣3￣)づ 亲亲
      (｡•́︿•̀｡) 委屈
      (๑•̀ㅂ•́)و✧ 加油
      (ಥ_ಥ) 流泪
      Σ(°△°|||)︴ 吓
      (*/ω＼*) 害羞
      (≧∇≦)ﾉ 你好
    `),
  },
]

/** Returns the faces with a name that contains the query, each once. */
export function facesNamed(query: string): Face[] {
  const wanted = query.trim()
  const found = new Map<string, Face>()
  for (const { faces: all } of FACES)
    for (const face of all) {
      const [shown, ...names] = face
      if (names.some((name) => name.includes(wanted)) && !found.has(shown)) found.set(shown, face)
    }
  return [...found.values()]
}

/** Returns a face with its names. */
export const faceOf = (shown: string): Face | undefined =>
  FACES.flatMap(({ faces: all }) => all).find(([face]) => face === shown)
