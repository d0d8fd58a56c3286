/** What the machine is called is nobody's business but its operator's. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { openMailer } from '#server/mail/open.ts'
import { startTestServer } from './support/server.ts'

test('the debug page names the public address, and mails leave under it', async () => {
  await using server = await startTestServer()
  expect(await server.guest.observability.status.get()).toMatchObject({ hostname: 'sextant.example' })

  const said: string[] = []
  const mailServer = createServer((socket) => {
    socket.write('220 here\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      said.push(bytes.toString())
      socket.end('554 no\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(mailServer, 'listening')
  const { port } = mailServer.address() as AddressInfo
  const mailer = openMailer(
    { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Sextant <sextant@sextant.example>' },
    '/nowhere',
    'sextant.example',
  )
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  await expect(mailer.send(mail)).rejects.toThrow()
  mailer.close()
  mailServer.close()
  expect(said[0]).toBe('EHLO sextant.example\r\n')
  expect(said.join()).not.toContain(hostname())
})
