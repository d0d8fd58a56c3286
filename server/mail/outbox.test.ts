import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestMail, outboxMailer } from './outbox.ts'

let directory: string
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'sextant-outbox-')), 'outbox')
})
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }))

const mail = (to: string, code: string) => ({
  to,
  code,
  subject: `${code} ist da: Grüße`,
  text: `Your code: ${code}\n`,
  html: `<p>Your code: <b>${code}</b></p>`,
})

test('the newest mail to an address is found, whatever its capitals', async () => {
  const mailer = outboxMailer(directory, 'Sextant <sextant@localhost>')
  await Promise.all([
    mailer.send(mail('a@example.com', '111111')),
    mailer.send(mail('b@example.com', '222222')),
    mailer.send(mail('a@example.com', '333333')),
  ])
  expect(await newestMail(directory, ' A@Example.com ')).toMatchObject({
    code: '333333',
    to: 'a@example.com',
  })
  expect(await newestMail(directory, 'nobody@example.com')).toBeUndefined()
  expect(await newestMail(`${directory}-none`, 'a@example.com')).toBeUndefined()
})

test('beside it lies the mail as it would have been sent, for its owner alone', async () => {
  await outboxMailer(directory, 'Sextant <sextant@localhost>').send(mail('a@example.com', '111111'))
  const name = (await readdir(directory)).find((file) => file.endsWith('.eml'))!
  const text = await readFile(join(directory, name), 'utf8')
  expect(text).toMatch(/^From: Sextant <sextant@localhost>$/m)
  expect(text).toMatch(/^To: a@example.com$/m)
  expect(text).toContain('multipart/alternative')
  expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600)
})
