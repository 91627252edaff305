import { describe, expect, it } from 'vitest'
import { downloadName } from './names'
import type { FileType } from './sniff'

describe('the name of a download', () => {
  it.each<[string, FileType, string]>([
    ['照片 1.JPG', 'image/jpeg', '照片 1.jpg'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['合同.2025.最终版.pdf', 'application/pdf', '合同.2025.最终版.pdf'],
    ['photo.png', 'application/zip', 'photo.png.zip'],
    ['setup.exe', 'application/zip', 'setup.exe.zip'],
    ['page.html', 'text/plain', 'page.html.txt'],
    ['photo.avif', 'image/webp', 'photo.webp'],
    ['简历.DOCX', 'application/zip', '简历.docx'],
    ['book.epub', 'application/zip', 'book.epub'],
    ['app.apk', 'application/zip', 'app.apk'],
    ['macros.docm', 'application/zip', 'macros.docm.zip'],
    ['app.jar', 'application/zip', 'app.jar.zip'],
    ['data.json', 'text/plain', 'data.json'],
    ['片名.srt', 'text/plain', '片名.srt'],
    ['run.bat', 'text/plain', 'run.bat.txt'],
    ['a.svg', 'text/plain', 'a.svg.txt'],
    ['data.json', 'application/zip', 'data.json.zip'],
    ['report.docx', 'text/plain', 'report.docx.txt'],
    ['../../etc/passwd', 'text/plain', 'passwd.txt'],
    ['C:\\Users\\me\\照片.png', 'image/png', '照片.png'],
    ['invoice\u202Efdp.exe', 'application/zip', 'invoicefdp.exe.zip'],
    ['a\r\nSet-Cookie: x.txt', 'text/plain', 'aSet-Cookie x.txt'],
    ['nul\0byte.gif', 'image/gif', 'nulbyte.gif'],
    ['.htaccess', 'text/plain', 'htaccess.txt'],
    ['...', 'image/png', 'file.png'],
    ['', 'application/pdf', 'file.pdf'],
    ['\u3164\u2800.pdf', 'application/pdf', 'file.pdf'],
    ['\u115f', 'application/zip', 'file.zip'],
    [`a${'\u0301'.repeat(500)}.zip`, 'application/zip', `\u00e1${'\u0301'.repeat(8)}.zip`],
    [`${'长'.repeat(300)}.zip`, 'application/zip', `${'长'.repeat(83)}.zip`],
    [`${'l'.repeat(300)}.zip`, 'application/zip', `${'l'.repeat(120)}.zip`],
    [`${'\u1100'.repeat(130)}.docx`, 'application/zip', `${'\u1100'.repeat(80)}.docx`],
  ])('gives a download named %j with the bytes of %s the name %j', (given, type, name) => {
    expect(downloadName(given, type)).toBe(name)
  })
})
