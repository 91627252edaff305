/**
 * Synonyms among Chinese abroad, until an admin edits the table. A search treats the words of a row as equal. Words
 * are written as `没抽中~没中`.
 */
const ROWS = `
没抽中~没中签~没中~落签~未中签~抽签失败~没被抽中
抽中~中签~抽到~被抽中
H1B~H-1B~工签~工作签证~工作签
OPT~实习许可
绿卡~永久居民~永居~PR~枫叶卡
排期~公告牌~visa bulletin~PD~优先日
倒退~后退~往后退
加急~premium processing~PP
身份~status
失去身份~身份断了~断身份~没身份~黑了
雇主~公司~东家~sponsor
面签~面谈~签证面试
行政审查~行政处理~check~被check~被查~221g~审查
拒签~被拒~拒了
延期~续签~延长~extension
B1~B2~旅游签~探亲签~探亲~十年签
父母~爸妈~老人~爹妈~家里老人
过境签~转机签~过境
转机~中转~经停
回美证~AP~advance parole~combo card~旅行许可
工卡~EAD~工作许可
入籍~归化~公民~N-400~宣誓
入籍面试~公民考试~入籍考试
移民局~USCIS
体检~健康检查~身体检查~I-693
疫苗~预防针~打针~免疫
RFE~补件~补材料~要求补充
律师~attorney~lawyer
领事馆~领馆~使馆~大使馆
护照~passport
换发~换护照~补发~更换
续期~更新~换新~到期~过期
预约~slot~约号~放号~排号
免面谈~dropbox~代传递~免面签
入境~入关~过关~过海关
小黑屋~二次检查~盘问
海关~CBP~清关
申报~报关~declare
租房~合租~找房~找房子~租屋~租公寓~找室友
室友~舍友~合租人~roommate
房租~租金~rent
房东~landlord~管理处
租约~合同~lease~租房合同
退租~搬走~搬出~move out
提前解约~毁约~提前退租~break lease~违约
转租~sublease~sublet~找人接手
押金~deposit~定金~保证金
买房~购房~置业~置产
卖房~出售房子
房贷~贷款~按揭~mortgage
首付~首期~down payment
利率~利息~rate
验房~inspection
房产税~地税~property tax~地产税
学区~school district
装修~翻新~remodel
水电~utilities~电费~水费
漏水~渗水~漏雨
蟑螂~小强~cockroach
老鼠~耗子~mouse
臭虫~床虱~bed bug
搬家~搬迁~moving
临时加价~涨价
湾区~硅谷~南湾~Bay Area
洛杉矶~LA~洛村
纽约~NYC~大苹果
西雅图~雨城
裁员~被裁~layoff~laid off~失业~丢工作~没工作~下岗
遣散费~遣散~severance~离职补偿~大礼包
失业金~失业救济~EDD
失业期~失业天数~grace period~宽限期
找工作~求职~海投~投简历~应聘
简历~resume~CV
没回音~没消息~石沉大海
面试~onsite~面经~电面
内推~refer~referral
录用~offer~录取
跳槽~换工作~换公司~换东家
薪水~工资~薪资~收入~salary
谈薪~谈薪水~要价~negotiate
竞业~竞业协议~non-compete
绩效~评估~考核~PIP~绩效改进
年假~PTO~休假
病假~伤残假~sick leave~FMLA
刷题~LeetCode~算法题
股票~股权~RSU~stock
期权~options
奖金~bonus
应届生~毕业生~new grad
实习~intern~CPT
报税~税表~纳税~税务申报~tax return
国税局~IRS~税务局
退税~refund
扣税~预扣~withholding
避税~省税
税号~ITIN
社安号~SSN~社会安全号
海外账户~FBAR~国外账户~中国账户~国内存款
补报~漏报~没报~忘报~忘了报
401k~退休账户~退休金~养老金~IRA
海归~回国~回国发展~归国
会计~CPA~会计师
银行~bank
开户~开账户~开卡
冻结~被冻~被封~关户~账户被关
信用卡~credit card~卡片
信用分~信用记录~credit score~信用分数
盗刷~被盗刷~刷走~不明消费
争议~dispute~拒付
汇款~转账~打钱~汇钱~电汇~wire
换汇~换钱~兑换~人民币
诈骗~骗子~被骗~骗局~受骗~scam
保留手机号~保号~保号套餐~留号
手机号~电话号码~号码~手机卡~电话卡
话费~套餐~手机套餐~月费~plan
携号转网~转网~带号转网~port
验证码~短信~OTP
运营商~电话公司~carrier
流量~数据~data
微信~wechat
支付宝~alipay
登录不了~登不上~进不去~被限制登录
网络~宽带~wifi
翻墙~VPN~加速器~地区限制
驾照~驾驶证~driver license~驾驶执照
路考~上路考~road test~考驾照
笔试~理论考~permit
车管所~DMV
买车~购车~提车
二手车~旧车~used car
新车~new car
验车~车况~查车~车检
修车~修理~维修~保养
刹车~brake
罚单~ticket~交通罚款~违章
超速~speeding
出庭~上庭~法庭~上法院
车祸~事故~撞车~被撞~追尾~交通意外
理赔~索赔~赔偿~claim
车险~汽车保险~保费~auto insurance
保险~insurance
医疗保险~医保~健康保险~medical insurance
自付~免赔额~deductible
急诊~ER~急救
救护车~ambulance
账单~bill~收费
减免~打折~砍价
看病~看医生~就医
牙医~看牙~牙科~dentist
智齿~拔牙
根管~根管治疗~杀神经
补牙~蛀牙
配眼镜~眼镜
抑郁~情绪~抑郁症
心理咨询~心理医生~咨询师~therapist
孤独~寂寞
怀孕~孕期~待产
生孩子~生娃~分娩~生产
月子~坐月子~月子中心~月嫂
孩子~小孩~娃~宝宝~小朋友
保姆~阿姨~育儿嫂~nanny
托儿所~幼儿园~daycare~托班~preschool
入学~上学~注册入学
中文学校~学中文~中文教育
夏令营~summer camp
大学申请~申请大学~爬藤~藤校~升学
托福~雅思~TOEFL
文书~essay~PS
选课~课程
挂科~不及格
开除~退学~dismiss~劝退
学术警告~probation
转学~transfer~转校
转专业~换专业
导师~教授~老板
奖学金~全奖~funding
机票~航班~飞机票
便宜~划算~实惠~优惠
直飞~不转机~直达
改签~退票~改期
春节~过年~新年
行李~托运
丢失~丢了~弄丢~遗失~不见了
延误~晚点~晚到
快递~邮寄~包裹~寄东西
集运~转运~海运
里程~积分~miles
宠物~猫~狗
芯片~疫苗证明
离婚~分手~分开
抚养权~监护权
结婚~领证~登记
家庭暴力~家暴
相亲~找对象~脱单
吃的~美食~餐馆~饭店
超市~华人超市~中国超市
理发~剪头发
退货~退款~return
账号~账户~account
小额法庭~small claims
投诉~举报~申诉
维权~讨回~要回
多少钱~费用~花费~价格~价钱
流程~步骤~手续~怎么办理
材料~文件~清单
经验~攻略~经历
推荐~求推荐~哪家好
多久~多长时间~几天
`

/** Splits a row or several into words; empty ones are left out. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((row) =>
      row
        .split('~')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .filter((row) => row.length > 1)

export const DEFAULT_SYNONYMS: readonly (readonly string[])[] = rowsOf(ROWS)
