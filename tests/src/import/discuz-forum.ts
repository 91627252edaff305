import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
export const OLD_PASSWORD = 'jiu-mima 2008'
const SALT = 'a1b2c3'
const HASH = md5(md5(OLD_PASSWORD) + SALT)
/** The password of `BCRYPT_HASH`. */
export const BCRYPT_PASSWORD = 'Bcrypt#2023'

const POST_COLUMNS = `pid int unsigned NOT NULL, fid mediumint unsigned NOT NULL DEFAULT 0,
  tid mediumint unsigned NOT NULL DEFAULT 0, first tinyint NOT NULL DEFAULT 0, author varchar(15) NOT NULL DEFAULT '',
  authorid mediumint unsigned NOT NULL DEFAULT 0, subject varchar(80) NOT NULL DEFAULT '',
  dateline int unsigned NOT NULL DEFAULT 0, message mediumtext NOT NULL, useip varchar(15) NOT NULL DEFAULT '',
  invisible tinyint NOT NULL DEFAULT 0, anonymous tinyint NOT NULL DEFAULT 0, usesig tinyint NOT NULL DEFAULT 0,
  htmlon tinyint NOT NULL DEFAULT 0, bbcodeoff tinyint NOT NULL DEFAULT 0, smileyoff tinyint NOT NULL DEFAULT 0,
  attachment tinyint NOT NULL DEFAULT 0, status int NOT NULL DEFAULT 0, position int unsigned NOT NULL,
  PRIMARY KEY (tid, position, pid), UNIQUE KEY pid (pid)`

/** The tables of Discuz! X 3.4 that an import reads, with their original names, columns and types. */
const tables = (charset: string) => {
  const attachments = Array.from(
    { length: 10 },
    (_, n) => `CREATE TABLE pre_forum_attachment_${n} (aid mediumint unsigned NOT NULL PRIMARY KEY,
      tid mediumint unsigned NOT NULL DEFAULT 0, pid int unsigned NOT NULL DEFAULT 0, uid mediumint unsigned NOT NULL
      DEFAULT 0, dateline int unsigned NOT NULL DEFAULT 0, filename varchar(255) NOT NULL DEFAULT '', filesize int
      unsigned NOT NULL DEFAULT 0, attachment varchar(255) NOT NULL DEFAULT '', remote tinyint unsigned NOT NULL DEFAULT
      0, readperm tinyint unsigned NOT NULL DEFAULT 0, price smallint unsigned NOT NULL DEFAULT 0, isimage tinyint NOT NULL DEFAULT 0, width smallint unsigned NOT NULL DEFAULT 0) ENGINE=MyISAM;`,
  )
  const messages = Array.from(
    { length: 10 },
    (
      _,
      n,
    ) => `CREATE TABLE pre_ucenter_pm_messages_${n} (pmid mediumint unsigned NOT NULL PRIMARY KEY, plid mediumint
      unsigned NOT NULL, authorid mediumint unsigned NOT NULL, message text NOT NULL, delstatus tinyint unsigned NOT
      NULL DEFAULT 0, dateline int unsigned NOT NULL DEFAULT 0) ENGINE=MyISAM;`,
  )
  return `
  ALTER DATABASE CHARACTER SET ${charset};
  CREATE TABLE pre_common_setting (skey varchar(255) NOT NULL PRIMARY KEY, svalue text NOT NULL) ENGINE=MyISAM;
  CREATE TABLE pre_common_smiley (id smallint unsigned PRIMARY KEY, type enum('smiley','stamp','stamplist') NOT NULL
    DEFAULT 'smiley', code varchar(30) NOT NULL DEFAULT '') ENGINE=MyISAM;
  CREATE TABLE pre_common_member (uid mediumint unsigned NOT NULL PRIMARY KEY, email char(40) NOT NULL DEFAULT '',
    username char(15) NOT NULL DEFAULT '', password char(32) NOT NULL DEFAULT '', status tinyint NOT NULL DEFAULT 0,
    adminid tinyint NOT NULL DEFAULT 0, groupid smallint unsigned NOT NULL DEFAULT 10, groupexpiry int unsigned NOT NULL
    DEFAULT 0, extgroupids char(20) NOT NULL DEFAULT '', regdate int unsigned NOT NULL DEFAULT 0, UNIQUE KEY username (username)) ENGINE=MyISAM;
  CREATE TABLE pre_common_usergroup (groupid smallint unsigned NOT NULL PRIMARY KEY, type enum('system','special','member')
    NOT NULL DEFAULT 'member', grouptitle varchar(255) NOT NULL DEFAULT '', creditshigher int NOT NULL DEFAULT 0,
    creditslower int NOT NULL DEFAULT 0, allowvisit tinyint NOT NULL DEFAULT 1) ENGINE=MyISAM;
  CREATE TABLE pre_home_favorite (favid mediumint unsigned NOT NULL PRIMARY KEY, uid mediumint unsigned NOT NULL DEFAULT 0,
    id mediumint unsigned NOT NULL DEFAULT 0, idtype varchar(255) NOT NULL DEFAULT '', dateline int unsigned NOT NULL
    DEFAULT 0) ENGINE=MyISAM;
  CREATE TABLE pre_forum_access (uid mediumint unsigned NOT NULL, fid mediumint unsigned NOT NULL, allowview tinyint NOT
    NULL DEFAULT 0, PRIMARY KEY (uid, fid)) ENGINE=MyISAM;
  CREATE TABLE pre_forum_threadclass (typeid mediumint unsigned NOT NULL PRIMARY KEY, fid mediumint unsigned NOT NULL,
    name varchar(255) NOT NULL, displayorder mediumint NOT NULL DEFAULT 0) ENGINE=MyISAM;
  CREATE TABLE pre_common_member_field_forum (uid mediumint unsigned NOT NULL PRIMARY KEY, sightml text NOT NULL)
    ENGINE=MyISAM;
  CREATE TABLE pre_common_member_status (uid mediumint unsigned NOT NULL PRIMARY KEY, lastvisit int unsigned NOT NULL
    DEFAULT 0) ENGINE=MyISAM;
  CREATE TABLE pre_common_member_archive LIKE pre_common_member;
  CREATE TABLE pre_common_member_field_forum_archive LIKE pre_common_member_field_forum;
  CREATE TABLE pre_common_member_status_archive LIKE pre_common_member_status;
  CREATE TABLE pre_ucenter_members (uid mediumint unsigned NOT NULL PRIMARY KEY, username char(15) NOT NULL DEFAULT '',
    password varchar(255) NOT NULL DEFAULT '', email char(32) NOT NULL DEFAULT '', salt varchar(20) NOT NULL DEFAULT '',
    secques char(8) NOT NULL DEFAULT '') ENGINE=MyISAM;
  CREATE TABLE pre_forum_forum (fid mediumint unsigned NOT NULL PRIMARY KEY, fup mediumint unsigned NOT NULL DEFAULT 0,
    type enum('group','forum','sub') NOT NULL DEFAULT 'forum', name char(50) NOT NULL DEFAULT '', status tinyint NOT NULL
    DEFAULT 1, displayorder smallint NOT NULL DEFAULT 0, allowanonymous tinyint NOT NULL DEFAULT 0) ENGINE=MyISAM;
  CREATE TABLE pre_forum_forumfield (fid mediumint unsigned NOT NULL PRIMARY KEY, description text NOT NULL, password
    varchar(12) NOT NULL DEFAULT '', redirect varchar(255) NOT NULL DEFAULT '', threadtypes text NOT NULL, formulaperm text
    NOT NULL, viewperm text NOT NULL, postperm text NOT NULL, replyperm text NOT NULL) ENGINE=MyISAM;
  CREATE TABLE pre_forum_moderator (uid mediumint unsigned NOT NULL, fid mediumint unsigned NOT NULL, displayorder
    tinyint NOT NULL DEFAULT 0, PRIMARY KEY (uid, fid)) ENGINE=MyISAM;
  CREATE TABLE pre_forum_thread (tid mediumint unsigned NOT NULL PRIMARY KEY, fid mediumint unsigned NOT NULL DEFAULT 0,
    posttableid smallint unsigned NOT NULL DEFAULT 0, typeid smallint unsigned NOT NULL DEFAULT 0, readperm tinyint unsigned NOT NULL DEFAULT 0, price smallint NOT
    NULL DEFAULT 0, author char(15) NOT NULL DEFAULT '', authorid mediumint unsigned NOT NULL DEFAULT 0, subject char(80)
    NOT NULL DEFAULT '', dateline int unsigned NOT NULL DEFAULT 0, lastpost int unsigned NOT NULL DEFAULT 0, views int
    unsigned NOT NULL DEFAULT 0, replies mediumint unsigned NOT NULL DEFAULT 0, displayorder tinyint NOT NULL DEFAULT 0,
    digest tinyint NOT NULL DEFAULT 0, special tinyint NOT NULL DEFAULT 0, closed mediumint unsigned NOT NULL DEFAULT 0,
    isgroup tinyint NOT NULL DEFAULT 0) ENGINE=MyISAM;
  CREATE TABLE pre_forum_post (${POST_COLUMNS}) ENGINE=MyISAM;
  CREATE TABLE pre_forum_post_1 (${POST_COLUMNS}) ENGINE=MyISAM;
  CREATE TABLE pre_forum_poll (tid mediumint unsigned NOT NULL PRIMARY KEY, multiple tinyint NOT NULL DEFAULT 0, maxchoices
    tinyint unsigned NOT NULL DEFAULT 0, expiration int unsigned NOT NULL DEFAULT 0, voters mediumint unsigned NOT NULL
    DEFAULT 0) ENGINE=MyISAM;
  CREATE TABLE pre_forum_polloption (polloptionid int unsigned NOT NULL PRIMARY KEY, tid mediumint unsigned NOT NULL,
    votes mediumint unsigned NOT NULL DEFAULT 0, displayorder tinyint NOT NULL DEFAULT 0, polloption varchar(80) NOT NULL
    DEFAULT '') ENGINE=MyISAM;
  CREATE TABLE pre_forum_attachment (aid mediumint unsigned NOT NULL PRIMARY KEY, tid mediumint unsigned NOT NULL DEFAULT
    0, pid int unsigned NOT NULL DEFAULT 0, uid mediumint unsigned NOT NULL DEFAULT 0, tableid tinyint unsigned NOT NULL
    DEFAULT 0) ENGINE=MyISAM;
  CREATE TABLE pre_ucenter_pm_lists (plid mediumint unsigned NOT NULL PRIMARY KEY, authorid mediumint unsigned NOT NULL,
    pmtype tinyint unsigned NOT NULL DEFAULT 0, subject varchar(80) NOT NULL, min_max varchar(17) NOT NULL, dateline int
    unsigned NOT NULL DEFAULT 0) ENGINE=MyISAM;
  CREATE TABLE pre_ucenter_pm_members (plid mediumint unsigned NOT NULL, uid mediumint unsigned NOT NULL, isnew tinyint
    unsigned NOT NULL DEFAULT 0, lastupdate int unsigned NOT NULL DEFAULT 0, PRIMARY KEY (plid, uid)) ENGINE=MyISAM;
  ${attachments.join('\n')}
  ${messages.join('\n')}`
}

type Value = string | number
const quoted = (value: Value) =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

export function insert(table: string, ...rows: Record<string, Value>[]): string {
  return rows
    .map(
      (row) =>
        `INSERT INTO pre_${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(quoted).join(', ')});`,
    )
    .join('\n')
}

/** The bytes of a text in UTF-8, each read as a letter of latin1, as when it was encoded twice. */
const encodedTwice = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

const AT = 1_300_000_000
const LINK = (pid: number, name: string) =>
  `[size=2][url=forum.php?mod=redirect&goto=findpost&pid=${pid}&ptid=100][color=#999999]${name} 发表于 2011-3-13 15:06[/color][/url][/size]`

/** The settings of a board; a list of groups has a tab around each. */
const field = (row: Record<string, Value>) => ({
  description: '',
  threadtypes: '',
  formulaperm: '',
  viewperm: '',
  postperm: '',
  replyperm: '',
  ...row,
})
const groups = (...ids: number[]) => `\t${ids.join('\t')}\t`

const post = (row: Record<string, Value>) => ({
  fid: 40,
  author: '老王',
  authorid: 2,
  dateline: AT,
  message: '',
  ...row,
})
const thread = (row: Record<string, Value>) => ({
  fid: 40,
  author: '老王',
  authorid: 2,
  dateline: AT,
  ...row,
})

/** A forum without a row. */
export const emptyDiscuz = (database: string, charset: 'utf8' | 'gbk'): string => `
  CREATE DATABASE ${database};
  USE ${database};
  ${tables(charset)}
`

/** A forum with what an import meets: deleted authors, broken tags, texts encoded twice, guests, moved threads. */
export const discuzForum = (database: string, bcryptHash: string): string => `
  ${emptyDiscuz(database, 'utf8')}
  ${insert('common_setting', { skey: 'postperpage', svalue: '2' })}
  ${insert('common_smiley', { id: 1, code: ':)' }, { id: 2, code: '{:4_92:}' })}
  ${insert(
    'common_usergroup',
    { groupid: 1, type: 'system', grouptitle: '管理员' },
    { groupid: 3, type: 'system', grouptitle: '版主' },
    { groupid: 7, type: 'system', grouptitle: '游客' },
    { groupid: 9, grouptitle: '限制会员', creditshigher: -9_999_999, creditslower: 0 },
    { groupid: 10, grouptitle: '新手上路', creditshigher: 0, creditslower: 50 },
    { groupid: 11, grouptitle: '注册会员', creditshigher: 50, creditslower: 9_999_999 },
    { groupid: 16, type: 'special', grouptitle: '<b>贵宾</b>' },
    { groupid: 17, type: 'special', grouptitle: '编辑' },
  )}
  ${insert(
    'common_member',
    { uid: 1, username: 'admin', adminid: 1, groupid: 1, email: 'a@example.com', regdate: AT - 9 },
    { uid: 2, username: '老王', email: 'wang@example.com', regdate: AT - 8 },
    { uid: 3, username: '小李_2008', adminid: 3, groupid: 3, email: 'WANG@example.com', regdate: 0 },
    { uid: 4, username: '话多', groupid: 4, groupexpiry: 4_000_000_000, email: 'not an address' },
    { uid: 5, username: '广告', groupid: 5, email: 'spam@example.com' },
    { uid: 6, username: '小丽', extgroupids: '17', email: 'li@example.com' },
    { uid: 7, username: 'newhash', groupid: 11, email: 'n@example.com' },
    { uid: 8, username: 'xiaoli', groupid: 16, email: 'xiaoli@example.com' },
    { uid: 9, username: encodedTwice('老王'), email: 'other-wang@example.com' },
  )}
  ${insert(
    'common_member_archive',
    { uid: 8, username: 'xiaoli', groupid: 16, email: 'xiaoli@example.com' },
    { uid: 20, username: '久违', email: 'archived@example.com', regdate: AT - 7 },
  )}
  ${insert('common_member_status_archive', { uid: 20, lastvisit: AT })}
  ${insert('common_member_field_forum', { uid: 2, sightml: '<b>签名</b>&nbsp;档' })}
  ${insert('common_member_field_forum', { uid: 6, sightml: `<b>${'か\u3099'.repeat(600)}</b>` })}
  ${insert('common_member_status', { uid: 2, lastvisit: AT + 9_999 })}
  ${insert(
    'ucenter_members',
    { uid: 1, username: 'admin', password: HASH, salt: SALT },
    { uid: 2, username: '老王', password: HASH, salt: SALT },
    { uid: 3, username: '小李_2008', password: HASH, salt: SALT, secques: '12345678' },
    { uid: 6, username: '小丽', password: HASH, salt: SALT },
    { uid: 7, username: 'newhash', password: bcryptHash, salt: '' },
    { uid: 8, username: 'xiaoli', password: HASH, salt: SALT },
    { uid: 20, username: '久违', password: HASH, salt: SALT },
  )}
  ${insert(
    'forum_forum',
    { fid: 1, type: 'group', name: '生活', displayorder: 2 },
    { fid: 2, type: 'group', name: '站务', displayorder: 1 },
    { fid: 40, fup: 1, name: '签证 &amp; 移民', displayorder: 2 },
    { fid: 41, fup: 40, type: 'sub', name: '绿卡' },
    { fid: 42, fup: 1, name: '先来', displayorder: 1 },
    { fid: 43, fup: 1, name: '客人也能看', displayorder: 3 },
    { fid: 50, fup: 1, name: '密码版', displayorder: 4 },
    { fid: 51, fup: 1, name: '只给会员', displayorder: 5, allowanonymous: 1 },
    { fid: 52, fup: 1, name: '贵宾室', displayorder: 6 },
    { fid: 53, fup: 52, type: 'sub', name: '编辑部' },
    { fid: 54, fup: 1, name: '公告', displayorder: 7 },
    { fid: 55, fup: 1, name: '版主之家', displayorder: 8 },
    { fid: 56, fup: 1, name: '不列出的', displayorder: 9, status: 0 },
    { fid: 57, fup: 1, name: '要发够一百帖', displayorder: 10 },
    { fid: 60, type: 'group', name: '群组', status: 3 },
  )}
  ${insert(
    'forum_forumfield',
    field({
      fid: 40,
      description: '说说<b>签证</b>',
      threadtypes: 'a:2:{s:8:"required";b:1;s:5:"types";a:2:{i:7;s:6:"求助";i:8;s:12:"经验分享";}}',
    }),
    field({ fid: 43, viewperm: groups(1, 7, 10) }),
    field({ fid: 50, password: 'x' }),
    field({ fid: 51, viewperm: groups(1, 3, 10, 11, 16) }),
    field({ fid: 52, viewperm: groups(1, 16) }),
    field({ fid: 53, viewperm: groups(1, 17), postperm: groups(3) }),
    field({ fid: 54, postperm: groups(1, 2), replyperm: groups(1, 16) }),
    field({ fid: 55, viewperm: groups(1, 2, 3) }),
    field({ fid: 57, formulaperm: 'a:2:{i:0;s:11:"posts > 100";i:1;s:3:"100";}' }),
  )}
  ${insert(
    'forum_threadclass',
    { typeid: 7, fid: 40, name: '<font color="red">求助</font>', displayorder: 1 },
    { typeid: 8, fid: 40, name: '经验分享' },
    { typeid: 9, fid: 42, name: '停用的' },
  )}
  ${insert(
    'forum_access',
    { uid: 7, fid: 52, allowview: 1 },
    { uid: 7, fid: 40, allowview: 1 },
    { uid: 7, fid: 53, allowview: 1 },
  )}
  ${insert(
    'home_favorite',
    { favid: 1, uid: 2, id: 100, idtype: 'tid', dateline: AT },
    { favid: 2, uid: 2, id: 114, idtype: 'tid', dateline: AT + 1 },
    { favid: 3, uid: 2, id: 40, idtype: 'fid' },
    { favid: 4, uid: 2, id: 999, idtype: 'tid' },
    { favid: 5, uid: 77, id: 100, idtype: 'tid' },
  )}
  ${insert('forum_moderator', { uid: 3, fid: 40 }, { uid: 98, fid: 40 })}
  ${insert(
    'forum_thread',
    thread({ tid: 100, subject: '置顶&quot;精华&quot;', displayorder: 1, digest: 2, views: 77 }),
    thread({ tid: 101, subject: encodedTwice('双重编码'), closed: 1 }),
    thread({ tid: 102, subject: '移动过', closed: 100 }),
    thread({ tid: 103, subject: '投票', special: 1 }),
    thread({ tid: 104, subject: '合并过', posttableid: 1, fid: 41 }),
    thread({ tid: 105, subject: '要权限', readperm: 50 }),
    thread({ tid: 106, subject: '草稿', displayorder: -4 }),
    thread({ tid: 107, subject: '没有帖子' }),
    thread({ tid: 108, subject: '密码版里', fid: 50 }),
    thread({ tid: 109, subject: '匿名' }),
    thread({ tid: 110, subject: '悬赏', special: 3, price: 30 }),
    thread({ tid: 111, subject: '收费', price: 30 }),
    thread({ tid: 112, subject: '首帖被屏蔽' }),
    thread({ tid: 113, subject: '回复可见', typeid: 7 }),
    thread({ tid: 114, fid: 52, subject: '贵宾室里', typeid: 7 }),
  )}
  ${insert(
    'forum_post',
    post({
      tid: 100,
      pid: 1000,
      first: 1,
      position: 1,
      message: '图[attach]31[/attach]和[attach]32[/attach]:)',
    }),
    post({
      tid: 100,
      pid: 1001,
      position: 2,
      author: '小李_2008',
      authorid: 3,
      dateline: AT + 60,
      message: '第二楼',
    }),
    post({
      tid: 100,
      pid: 1003,
      position: 4,
      dateline: 0,
      message: `[quote]${LINK(1001, '小李_2008')}\n第二楼[/quote]\n\n引用你`,
    }),
    post({
      tid: 100,
      pid: 1004,
      position: 5,
      author: '走了的人',
      authorid: 99,
      dateline: AT + 120,
      message: '[b]没关[color=red]掉',
    }),
    post({
      tid: 100,
      pid: 1005,
      position: 6,
      author: '',
      authorid: 0,
      dateline: AT + 180,
      message: '游客来过',
    }),
    post({ tid: 100, pid: 1006, position: 7, invisible: -5, dateline: AT + 240, message: '进了回收站' }),
    post({
      tid: 100,
      pid: 1007,
      position: 8,
      author: '老王',
      authorid: 97,
      dateline: AT + 300,
      message: '注销前的老王',
    }),
    post({
      tid: 100,
      pid: 1008,
      position: 9,
      author: '久违',
      authorid: 20,
      dateline: AT + 360,
      message: '[password]1234[/password]凭密码看',
    }),
    post({ tid: 101, pid: 1010, first: 1, position: 1, message: encodedTwice('内容也是') }),
    post({ tid: 103, pid: 1030, first: 1, position: 1, message: '选哪个' }),
    post({ tid: 105, pid: 1050, first: 1, position: 1, message: '秘密' }),
    post({ tid: 106, pid: 1060, first: 1, position: 1, message: '草稿' }),
    post({ tid: 108, pid: 1080, first: 1, position: 1, message: '密码后面' }),
    post({ tid: 109, pid: 1090, first: 1, position: 1, anonymous: 1, message: '不说我是谁' }),
    post({ tid: 110, pid: 1100, first: 1, position: 1, message: '求答案' }),
    post({ tid: 111, pid: 1110, first: 1, position: 1, message: '付费才看' }),
    post({ tid: 112, pid: 1120, first: 1, position: 1, status: 1, message: '违规内容' }),
    post({
      tid: 113,
      pid: 1130,
      first: 1,
      position: 1,
      message: '网盘见下[hide]提取码 7788 [attach]36[/attach][/hide]谢谢',
    }),
    post({ tid: 114, pid: 1140, first: 1, position: 1, message: '贵宾的话' }),
  )}
  ${insert(
    'forum_post_1',
    post({ tid: 104, pid: 1040, first: 1, position: 3, message: '合并后的第一帖' }),
    post({ tid: 104, pid: 1041, position: 1, dateline: AT + 5, message: '甲' }),
    post({ tid: 104, pid: 1042, position: 1, dateline: AT + 6, message: '乙' }),
  )}
  ${insert('forum_poll', { tid: 103, multiple: 1, maxchoices: 2, voters: 3 })}
  ${insert(
    'forum_polloption',
    { polloptionid: 1, tid: 103, votes: 1, displayorder: 2, polloption: '乙' },
    { polloptionid: 2, tid: 103, votes: 3, displayorder: 1, polloption: '甲' },
  )}
  ${insert(
    'forum_attachment',
    { aid: 31, tid: 100, pid: 1000, uid: 2, tableid: 3 },
    { aid: 32, tid: 100, pid: 1000, uid: 2, tableid: 7 },
    { aid: 33, tid: 100, pid: 1001, uid: 3, tableid: 9 },
    { aid: 34, tid: 100, pid: 1001, uid: 3, tableid: 0 },
    { aid: 35, tid: 113, pid: 1130, uid: 2, tableid: 3 },
    { aid: 36, tid: 113, pid: 1130, uid: 2, tableid: 3 },
  )}
  ${insert('forum_attachment_0', { aid: 34, tid: 100, pid: 1001, uid: 3, filename: '卖的.png', price: 5, attachment: '201103/13/a.png' })}
  ${insert('forum_attachment_3', { aid: 35, tid: 113, pid: 1130, uid: 2, filename: '软件.rar', attachment: '201103/13/b.rar' })}
  ${insert('forum_attachment_3', { aid: 36, tid: 113, pid: 1130, uid: 2, filename: '说明.doc', attachment: '201103/13/c.doc' })}
  ${insert('forum_attachment_3', { aid: 31, tid: 100, pid: 1000, uid: 2, filename: '照片.png', attachment: '201103/13/a.png' })}
  ${insert('forum_attachment_7', { aid: 32, tid: 100, pid: 1000, uid: 2, filename: 'b.zip', attachment: '201103/13/gone.zip' })}
  ${insert('forum_attachment_9', { aid: 33, tid: 100, pid: 1001, uid: 3, filename: 'passwd', attachment: '../../../secret.txt' })}
  ${insert(
    'ucenter_pm_lists',
    { plid: 13, authorid: 2, pmtype: 1, subject: '你好', min_max: '2_3', dateline: AT },
    { plid: 14, authorid: 2, pmtype: 2, subject: '群聊', min_max: '', dateline: AT },
  )}
  ${insert('ucenter_pm_members', { plid: 13, uid: 2, lastupdate: AT + 10 }, { plid: 13, uid: 3, isnew: 1, lastupdate: AT + 5 })}
  ${insert(
    'ucenter_pm_messages_3',
    { pmid: 70, plid: 13, authorid: 2, message: '在吗', dateline: AT },
    { pmid: 71, plid: 13, authorid: 2, message: '[b]急[/b]', dateline: AT + 10 },
    { pmid: 72, plid: 13, authorid: 3, message: '删了', dateline: AT + 4, delstatus: 1 },
  )}
  ${insert('ucenter_pm_messages_4', { pmid: 73, plid: 14, authorid: 2, message: '大家好', dateline: AT })}
`

/** The same software in GBK, and with tables that are declared as latin1 but have GBK in them. */
export const gbkForum = (database: string): string => `
  ${emptyDiscuz(database, 'gbk')}
  ${insert('forum_forum', { fid: 2, name: '繁體與简体' })}
  ${insert('common_member', { uid: 1, username: '用户名', email: 'gbk@example.com' })}
  ${insert('ucenter_members', { uid: 1, username: '用户名', password: HASH, salt: SALT })}
  ${insert('forum_thread', { tid: 5, fid: 2, authorid: 1, author: '用户名', subject: '国标码', dateline: AT })}
  ALTER TABLE pre_forum_post CONVERT TO CHARACTER SET latin1;
  ${insert('forum_post', { tid: 5, pid: 9, fid: 2, first: 1, authorid: 1, position: 1, dateline: AT, message: 'x' })}
  SET NAMES binary;
  UPDATE pre_forum_post SET author = UNHEX('D3C3BBA7C3FB'), message = UNHEX('D6D0CEC4C4DAC8DD');
`

/** Writes the folder of the old forum: a picture of member 2 and the files of attachments 31, 35 and 36. */
export async function writeDiscuzFiles(root: string): Promise<void> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  for (const [name, bytes] of [
    ['data/attachment/forum/201103/13/a.png', await picture.png().toBuffer()],
    ['uc_server/data/avatar/000/00/00/02_avatar_big.jpg', await picture.jpeg().toBuffer()],
    ['data/attachment/forum/201103/13/b.rar', Buffer.from('526172211a0700cf907300', 'hex')],
    ['data/attachment/forum/201103/13/c.doc', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
    ['secret.txt', Buffer.from('outside of the attachments')],
  ] as const) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), bytes)
  }
}
