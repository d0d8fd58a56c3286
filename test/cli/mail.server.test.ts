/** `sextant mail test` against mail servers that take, refuse, and are not there. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Machine, takenPort } from './run-sextant.ts'

const machine = new Machine()
afterAll(() => machine[Symbol.asyncDispose]())

/** A mail server that answers each command with what is given for it, and keeps what it was sent. */
async function mailServer(answers: Record<string, string>) {
  const lines: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    socket.write('220 mail.example.com ready\r\n')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n').filter(Boolean)) {
        lines.push(line)
        if (isData && line !== '.') continue
        const [word = ''] = line.split(' ')
        isData = word === 'DATA'
        const usual = isData ? '354 go on' : word === 'EHLO' ? '250-hello\r\n250 AUTH PLAIN' : '250 ok'
        socket.write(`${answers[word] ?? usual}\r\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://ada:opensesame@127.0.0.1:${port}`,
    lines,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

const mailTest = (url: string) =>
  machine.run(['mail', 'test', 'grace@example.com'], {
    env: { SEXTANT_SMTP_URL: url, SEXTANT_MAIL_FROM: 'Sextant <sextant@example.com>' },
  })

test('a mail server that takes the mail is said to have taken it', async () => {
  await using server = await mailServer({ AUTH: '235 welcome' })
  expect(await mailTest(server.url)).toMatchObject({
    code: 0,
    out: 'The mail server took the mail to grace@example.com, from Sextant <sextant@example.com>. Look whether it arrives.\n',
  })
  expect(server.lines).toEqual(
    expect.arrayContaining([
      'MAIL FROM:<sextant@example.com>',
      'RCPT TO:<grace@example.com>',
      'Subject: A test of Sextant',
    ]),
  )
})

test.each([
  [
    { AUTH: '535 5.7.8 No' },
    /does not take the user name or the password of SEXTANT_SMTP_URL\. It said: 535 5\.7\.8 No\n$/,
  ],
  [
    { AUTH: '235 ok', MAIL: '550 not you' },
    /does not take mail from Sextant <sextant@example\.com> .*SEXTANT_MAIL_FROM/,
  ],
  [{ AUTH: '235 ok', RCPT: '550 nobody here' }, /It said: 550 nobody here\n$/],
])('a mail server that refuses is quoted: %j', async (answers, words) => {
  await using server = await mailServer(answers)
  const { code, err } = await mailTest(server.url)
  expect({ code, err }).toEqual({ code: 3, err: expect.stringMatching(words) })
  expect(err).not.toContain('opensesame')
})

test('a mail server that is not there, and none at all', async () => {
  let free = 0
  {
    await using taken = await takenPort()
    free = taken.port
  }
  expect(await mailTest(`smtp://127.0.0.1:${free}`)).toMatchObject({
    code: 3,
    err: `Nothing listens at 127.0.0.1:${free}: look at the port in SEXTANT_SMTP_URL, and whether a firewall is in between.\n`,
  })
  expect(await mailTest('smtp://mail.invalid')).toMatchObject({
    code: 3,
    err: expect.stringContaining("can't be found"),
  })
  // As a server leaves it.
  mkdirSync(machine.dataDir)
  writeFileSync(join(machine.dataDir, 'secret.key'), 'ab'.repeat(32))
  expect(await machine.sextant('mail', 'test', 'grace@example.com')).toMatchObject({
    code: 4,
    err: expect.stringContaining('SEXTANT_SMTP_URL is not set'),
  })
  expect((await machine.sextant('mail', 'grace@example.com')).out).toContain('Subject: A test of Sextant')
})
