import { defineTexts } from '../../../lib/i18n'

export const passkeysText = defineTexts('passkeys', {
  title: ['通行密钥', 'Passkeys'],
  note: [
    '用指纹、面容或设备的锁屏密码登录，不用记密码；也算两步验证。',
    'Log in with a fingerprint, your face or the lock of your device. It counts as two-step sign-in as well.',
  ],
  none: ['还没有通行密钥。', 'You have no passkey yet.'],
  unsupported: ['这个浏览器不支持通行密钥。', 'This browser does not support passkeys.'],
  add: ['加一个', 'Add a passkey'],
  added: ['已加上通行密钥', 'The passkey was added'],
  notAdded: ['没有加上通行密钥', 'No passkey was added'],
  addFailed: ['通行密钥没有加上', 'The passkey could not be added'],
  thisDevice: ['这台设备', 'This device'],
  unused: ['还没用过', 'not used yet'],
  rename: ['改名', 'Rename'],
  renameOf: ['改名：{{name}}', 'Rename {{name}}'],
  renameTitle: ['给通行密钥改名', 'Rename the passkey'],
  name: ['名字', 'Name'],
  nameRequired: ['请填写名字', 'Enter a name'],
  save: ['保存', 'Save'],
  remove: ['移除', 'Remove'],
  removeOf: ['移除：{{name}}', 'Remove {{name}}'],
  removeTitle: ['移除“{{name}}”？', 'Remove “{{name}}”?'],
  removeText: [
    '之后就不能用它登录了；设备上的那一份要到系统设置里删。',
    'It will no longer log you in. Its copy on the device is removed in the settings of your system.',
  ],
  removed: ['已移除', 'Removed'],
  removeFailed: ['移除失败', 'It could not be removed'],
})
