/**
 * A query that people type, and the patterns that make a post relevant to it. They are matched against texts in
 * simplified characters and lower case, without accents, in which a space is nothing and the end of a sentence is
 * `|`.
 */
export interface JudgedQuery {
  query: string
  /** All of these occur in a relevant post. */
  patterns: readonly RegExp[]
}

const plain = (query: string): JudgedQuery => ({
  query,
  patterns: query.split(' ').map((word) => new RegExp(word)),
})

/** Words and phrases as they are written in simplified characters. */
const PLAIN =
  '排期,抽签,签证,绿卡面试,律师,材料,公证,体检,移民局,补件,打指纹,面试题,算法,系统设计,实习,内推,裁员,跳槽,简历,工资,加班,老板,同事,房租,房东,押金,搬家,买房,贷款,利率,学区,湾区,纽约,法拉盛,新泽西,加州,温哥华,多伦多,回国,机票,探亲,父母,孩子,幼儿园,中文学校,老公,老婆,结婚,离婚,相亲,单身,火锅,豆腐,面包,超市,种菜,做饭,猫,狗,开车,驾照,二手车,保险,医保,牙医,看病,疫苗,报税,税表,股票,基金,信用卡,银行,汇款,汇率,大学,博士,毕业,奖学金,托福,天气,下雪,旅游,徒步,电影,音乐,足球,篮球,手机,电脑,耳机,网络,快递,海关,护照,时差,春节,中秋,论坛,版主,帖子,签,税,辣,熊,鲸,谢谢分享,有没有同样情况,一步一步来'
    .split(',')
    .map(plain)

/** Several words, anywhere in a post. */
const SCATTERED =
  '律师 材料,工作 签证,公司 老板,孩子 学校,父母 签证,回国 机票,面试 准备,房东 押金,绿卡 排期,绿卡 面试,签证 到期,公司 裁员,中文 孩子,租房 纽约,律师 面试 材料,火锅 底料,博士 薪水,信用卡 开卡,二手车 里程表,税表 复杂'
    .split(',')
    .map(plain)

/** Traditional characters, and characters that one script writes in several ways. */
const SCRIPTS: JudgedQuery[] = (
  [
    ['臺灣', /台湾/],
    ['台湾', /台湾/],
    ['台灣', /台湾/],
    ['綠卡', /绿卡/],
    ['绿卡', /绿卡/],
    ['緑卡', /绿卡/],
    ['簽證', /签证/],
    ['排隊', /排队/],
    ['屋裡', /屋里/],
    ['屋裏', /屋里/],
    ['屋里', /屋里/],
    ['下著雨', /下着雨/],
    ['下着雨', /下着雨/],
    ['妳們', /你们|妳们/],
    ['乾洗店', /干洗店/],
    ['皇后區', /皇后区/],
    ['後來', /后来/],
    ['麵包機', /面包机/],
    ['理髮店', /理发店/],
    ['長江大橋', /长江大桥/],
    ['清華', /清华/],
    ['清华大学', /清华大学/],
    ['白名單', /白名单/],
    ['心理', /心理/],
    ['心理健康', /心理健康/],
    ['周杰倫', /周杰伦/],
    ['貓咪', /猫咪/],
    ['駕照', /驾照/],
    ['報稅', /报税/],
    ['房東', /房东/],
  ] as const
).map(([query, pattern]) => ({ query, patterns: [pattern] }))

/** Words in Latin letters, digits and signs, as people type them. */
const LATIN: JudgedQuery[] = (
  [
    ['H1B', /\bh-?1-?b\b/],
    ['h-1b', /\bh-?1-?b\b/],
    ['Ｈ１Ｂ', /\bh-?1-?b\b/],
    ['H1B 抽签', /\bh-?1-?b/],
    ['I-485', /\bi[- ]?485/],
    ['i485', /\bi[- ]?485/],
    ['485', /(?<![0-9])485(?![0-9])/],
    ['401k', /401\(?k/],
    ['401(k)', /401\(?k/],
    ['401（k）', /401\(?k/],
    ['C++', /(?<![a-z])c\+\+/],
    ['c++', /(?<![a-z])c\+\+/],
    ['C#', /(?<![a-z])c#/],
    ['.NET', /\.net(?![a-z])/],
    ['ASP.NET', /asp\.?net/],
    ['nodejs', /node\.?js/],
    ['Node.js', /node\.?js/],
    ['OPT', /(?<![a-z])opt/],
    ['opt', /(?<![a-z])opt/],
    ['cafe', /(?<![a-z])cafe/],
    ['Café', /(?<![a-z])cafe/],
    ['zurich', /(?<![a-z])zurich/],
    ['resume', /(?<![a-z])resume/],
    ['RÉSUMÉ', /(?<![a-z])resume/],
    ['software', /(?<![a-z])software/],
    ['soft', /(?<![a-z])soft/],
    ['java', /(?<![a-z])java/],
    ['javascript', /(?<![a-z])javascript/],
    ['git', /(?<![a-z])git/],
    ['costco', /(?<![a-z])costco/],
    ['IKEA', /(?<![a-z])ikea/],
    ['R&D', /(?<![a-z])r&?d(?![a-z])/],
    ['EB-2', /(?<![a-z])eb-?2/],
    ['EB2', /(?<![a-z])eb-?2/],
    ['NIW', /(?<![a-z])niw/],
    ['F1 签证', /(?<![a-z])f-?1(?![0-9])/],
    ['1040', /(?<![0-9])1040(?![0-9])/],
    ['network', /(?<![a-z])network/],
    ['😂', /😂/],
    ['🎉', /🎉/],
    ['👍', /👍/],
    ['❤', /❤/],
  ] as const
).map(([query, pattern]) => ({
  query,
  patterns: [
    pattern,
    ...query
      .split(' ')
      .slice(1)
      .map((word) => new RegExp(word)),
  ],
}))

/** Phrases in quotes, and phrases that no post contains. */
const PHRASES: JudgedQuery[] = (
  [
    ['"绿卡"', /绿卡/],
    ['“心理健康”', /心理健康/],
    ['"公司裁员"', /公司裁员/],
    ['「二手车」', /二手车/],
    ['"java"', /(?<![a-z])java(?![a-z])/],
    ['到期了续签', /到期了续签/],
    ['裁员绿卡火锅', /裁员绿卡火锅/],
    ['绿卡拍期', /绿卡拍期/],
    ['签证绿卡抽签', /签证绿卡抽签/],
    ['量子纠缠的应用', /量子纠缠的应用/],
  ] as const
).map(([query, pattern]) => ({ query, patterns: [pattern] }))

export const JUDGED_QUERIES: readonly JudgedQuery[] = [
  ...PLAIN,
  ...SCATTERED,
  ...SCRIPTS,
  ...LATIN,
  ...PHRASES,
]
