import { defineTexts } from '../lib/i18n'

/** Terms of service and privacy policy, last updated on 9 August 2025. */
export const legalText = defineTexts('legal', {
  terms: {
    acceptance: {
      title: ['接受条款', 'Acceptance of Terms'],
      p1: [
        '欢迎使用{{siteName}}（以下称“本站”）。您注册账号、浏览或发表内容，即表示您已阅读、理解并同意遵守本服务条款；如不同意，请停止使用本站。',
        'Welcome to {{siteName}} (“the site”). By registering, reading or posting you confirm that you have read, understood and accepted these terms of service. If you do not agree, please stop using the site.',
      ],
      p2: [
        '您应年满 13 周岁，并具备使用本站所需的民事行为能力。未成年人请在监护人同意和陪同下使用。',
        'You must be at least 13 years old and legally able to use the site. Minors need the consent and supervision of a guardian.',
      ],
      p3: [
        '本站可能根据法律要求或运营需要修改条款，修改后的条款自公布之日起生效。您继续使用本站，视为接受修改后的内容。',
        'The terms may change if the law or the operation of the site requires it. Changes take effect when published; by continuing to use the site you accept them.',
      ],
    },
    restrictions: {
      title: ['内容限制', 'Content Restrictions'],
      p1: [
        '请勿发布违反您所在地或服务器所在地法律的内容，包括但不限于：诈骗和非法集资、买卖违禁品、教唆或协助犯罪、儿童色情、侵犯著作权或商标权的材料。',
        'Do not post anything that is illegal where you are or where the site is run, including fraud and illegal fundraising, trade in prohibited goods, incitement to or assistance with crime, child abuse material, and material that infringes copyright or trademarks.',
      ],
      p2: [
        '请勿发布色情低俗、血腥暴力、宣扬仇恨或歧视的内容，请勿散布谣言或未经证实的个人指控。',
        'Do not post pornography, gore, hatred or discrimination, and do not spread rumours or unproven accusations against individuals.',
      ],
      p3: [
        '请勿发布广告、刷屏、引流信息，或未经许可的招揽。租房、转让、招聘请发到对应版块，并如实描述。',
        'No advertising, flooding, traffic diversion or unsolicited offers. Rentals, sales and job openings belong in their own boards and must be described truthfully.',
      ],
      p4: [
        '请勿公开他人的姓名、电话、住址、证件、照片、聊天记录等个人信息。转载文章请注明作者和出处。',
        'Do not publish other people’s names, phone numbers, addresses, documents, photos or private conversations. Credit the author and source of anything you repost.',
      ],
    },
    conduct: {
      title: ['用户行为', 'User Conduct'],
      p1: [
        '每位用户对自己的账号和发言负责。请妥善保管密码，不要出借、转让或出售账号。',
        'You are responsible for your account and for what you post. Keep your password safe and do not lend, transfer or sell your account.',
      ],
      p2: [
        '请就事论事、友善讨论，不得谩骂、威胁、骚扰或人身攻击，不得冒充他人、管理人员或任何机构。',
        'Stay on topic and be kind: no insults, threats, harassment or personal attacks, and no impersonation of others, of staff or of any organisation.',
      ],
      p3: [
        '不得使用程序批量注册、抓取、发帖或私信，不得干扰本站运行，不得尝试取得未授权的数据或权限。',
        'Do not register, scrape, post or send messages automatically, do not disrupt the site, and do not try to access data or permissions that are not yours.',
      ],
      p4: [
        '您保留所发内容的著作权，同时授予本站在站内展示、存储、检索和为此进行必要处理的非独占许可。',
        'You keep the copyright in what you post and grant the site a non-exclusive licence to display, store, index and process it as needed to run the service.',
      ],
    },
    consequences: {
      title: ['违规处理', 'Consequences of Violations'],
      p1: [
        '对违反条款的内容，管理人员可以移动、锁定、隐藏或删除；对违规账号，可以视情节提醒、禁言或封禁。处理记录会被保存，管理人员给出的理由也一并保存。',
        'Staff may move, lock, hide or delete content that breaks these terms, and may warn, mute or ban accounts. Every action is recorded, together with its reason where one is given.',
      ],
      p2: [
        '如您认为处理有误，可在【意见反馈】版（3 号版）发帖或写站内信给管理人员申诉，我们会重新核对。',
        'If you think a decision was wrong, post in the Feedback board (board 3) or write to the staff, and we will look at it again.',
      ],
      p3: [
        '涉嫌违法犯罪的，本站将依法保存记录，并配合有权机关调查。',
        'Where a crime is suspected, the site keeps the records the law requires and assists the authorities.',
      ],
    },
    disclaimer: {
      title: ['免责声明', 'Disclaimer'],
      p1: [
        '本站的帖子由用户发表，只代表作者个人观点。涉及移民、法律、税务、投资、医疗的内容仅供参考，不构成专业意见，请咨询有资质的专业人士。',
        'Posts are written by users and express their own views. Anything about immigration, law, taxes, investment or medicine is for reference only and is not professional advice.',
      ],
      p2: [
        '用户之间的交易、聚会和线下往来由当事人自行判断风险并承担责任，本站不提供担保。',
        'Transactions, meetings and dealings between users are at their own risk and responsibility; the site gives no guarantee.',
      ],
      p3: [
        '本站按“现状”提供服务，尽力保持稳定，但不保证服务不中断、不出错。每周日凌晨 2:00–4:00（美东时间）为例行维护时间，届时可能无法访问。',
        'The service is provided “as is”. We do our best to keep it running but do not promise that it will be uninterrupted or free of errors. Maintenance takes place on Sundays from 2:00 to 4:00 Eastern Time.',
      ],
      p4: [
        '帖子中的外部链接和视频由第三方提供，本站不对其内容负责。',
        'Links and videos in posts are provided by third parties, and the site is not responsible for them.',
      ],
    },
    contact: {
      title: ['联系我们', 'Contact'],
      p1: [
        '对本条款有任何疑问、投诉或侵权通知，请到【意见反馈】版（3 号版）发帖，或通过站内信联系管理员。',
        'For questions, complaints or notices of infringement, post in the Feedback board (board 3) or write to an administrator.',
      ],
    },
  },
  privacy: {
    intro: {
      title: ['引言', 'Introduction'],
      p1: [
        '我们重视您的隐私。本政策说明{{siteName}}（以下称“本站”）收集哪些信息、如何使用和保护这些信息，以及您享有的权利。',
        'We take your privacy seriously. This policy explains what {{siteName}} (“the site”) collects, how it is used and protected, and what your rights are.',
      ],
    },
    collect: {
      title: ['我们收集的信息', 'Information We Collect'],
      p1: [
        '您主动提供的信息：用户名、邮箱、昵称、签名档、头像，以及您发表的主题、帖子、附件和站内信。密码只以不可还原的形式保存。',
        'What you give us: username, email, display name, signature and avatar, and the threads, posts, attachments and messages you write. Passwords are kept only as hashes that cannot be reversed.',
      ],
      p2: [
        '使用中产生的信息：每次登录的时间和浏览器类型；您读到各主题的哪一楼，用于标出未读；登录地址的加密散列，用于识别陌生登录，默认在最后一次使用 90 天后删除。为防止滥用，IP 地址会短时间用于计数。站方服务器的访问日志可能包含 IP 地址和访问的页面，只用于保障运行和安全，并定期删除。主题的浏览量只是一个总数。',
        'What we record as you use the site: the time and browser type of each login; how far you have read each thread, to mark what is unread; keyed hashes of the addresses you log in from, to recognise strange logins, deleted by default 90 days after their last use. IP addresses are counted for a short time to prevent abuse. The access log of the server may contain IP addresses and the pages visited; it serves operation and security alone and is deleted regularly. Views of a thread are only a total.',
      ],
      p3: [
        '主题、帖子、昵称、头像和签名档对所有人公开；邮箱只有您本人可见，不会公开展示；站内信只有收发双方可见，被举报的那一封除外。',
        'Threads, posts, display names, avatars and signatures are public. Only you can see your email. Messages are visible only to their two parties, unless one is reported.',
      ],
    },
    use: {
      title: ['信息的使用', 'How We Use Information'],
      p1: [
        '我们用这些信息提供和改进服务：登录验证、展示内容、实时提醒、搜索、防止垃圾广告和滥用、处理举报和申诉。',
        'To run and improve the service: logging in, showing content, live notifications, search, preventing spam and abuse, handling reports and appeals.',
      ],
      p2: [
        '我们不出售您的个人信息，也不用它投放个性化广告。',
        'We do not sell personal information or use it for personalised advertising.',
      ],
    },
    cookies: {
      title: ['Cookie 与本地存储', 'Cookies and Local Storage'],
      p1: [
        '本站不使用 Cookie 识别登录身份。登录凭证、语言、外观设置和未发表的草稿保存在您浏览器的本地存储中，您可以随时在浏览器中清除；清除后需要重新登录，草稿也会丢失。',
        'The site does not use cookies to recognise who is logged in. Your session token, language, appearance and unsent drafts are kept in your browser’s local storage, which you can clear at any time; you will then have to log in again, and your drafts will be lost.',
      ],
    },
    thirdParties: {
      title: ['第三方服务', 'Third-Party Services'],
      p1: [
        '帖子可能包含 YouTube、Vimeo、哔哩哔哩等网站的视频，以及外部图片。视频在您点击播放后才会加载，届时对方可能按自己的政策收集信息。',
        'Posts may contain videos from YouTube, Vimeo, Bilibili and others, and pictures from other sites. Videos load only when you press play; those sites may then collect information under their own policies.',
      ],
      p2: [
        '除法律要求、保护用户或公众安全所必需，或经您同意外，我们不向第三方提供您的个人信息。',
        'We give personal information to third parties only where the law requires it, where the safety of users or the public demands it, or with your consent.',
      ],
    },
    security: {
      title: ['信息安全', 'Security'],
      p1: [
        '我们采用加密传输、密码加盐散列、权限控制和操作留痕等措施保护您的信息。没有任何系统绝对安全，请使用独立而复杂的密码，并在公用设备上及时退出。',
        'We protect your information with encrypted transport, salted password hashes, access control and audit records. No system is perfectly safe: use a strong, unique password, and log out on shared devices.',
      ],
    },
    rights: {
      title: ['你的权利', 'Your Rights'],
      p1: [
        '您可以随时查看和修改个人资料、删除自己的帖子和站内信，也可以要求导出您的数据或注销账号。',
        'You may view and change your profile, delete your own posts and messages, export your data and close your account.',
      ],
      p2: [
        '账号注销后，个人资料会被删除，已发表的帖子以匿名方式保留，以免他人的讨论失去上下文。',
        'When an account is closed its profile is deleted and its posts remain without your name, so that other people’s discussions keep their context.',
      ],
    },
    children: {
      title: ['儿童隐私', 'Children’s Privacy'],
      p1: [
        '本站不面向 13 周岁以下儿童，也不会有意收集他们的信息。如发现此类账号，请联系我们，我们会尽快删除。',
        'The site is not intended for children under 13 and does not knowingly collect their information. If you find such an account, tell us and we will delete it promptly.',
      ],
    },
    changes: {
      title: ['政策变更', 'Changes to This Policy'],
      p1: [
        '本政策可能随服务调整而更新。有重大变更时，我们会在站务公告中说明，并更新页面上方的日期。',
        'This policy may change with the service. Important changes are announced on the site, and the date above is updated.',
      ],
    },
    contact: {
      title: ['联系我们', 'Contact'],
      p1: [
        '对本政策或个人信息有任何问题，请到【意见反馈】版（3 号版）发帖，或通过站内信联系管理员。',
        'For questions about this policy or your information, post in the Feedback board (board 3) or write to an administrator.',
      ],
    },
  },
})
