/** A mail server that takes mails, or behaves as mail servers do on bad days. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export type SmtpMood =
  'takes mails' | 'knows no such person' | 'says nothing' | 'hangs up in the middle of a mail'

export interface ImitationOfSmtp {
  url: string
  mood: SmtpMood
  /** Whom the mails that were taken were for. */
  taken: string[]
  stop(): Promise<void>
}

export async function startImitationOfSmtp(): Promise<ImitationOfSmtp> {
  const open = new Set<Socket>()
  const imitation: Omit<ImitationOfSmtp, 'url' | 'stop'> = { mood: 'takes mails', taken: [] }

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    let [to, isData, rest] = ['', false, '']
    const say = (line: string) => imitation.mood !== 'says nothing' && socket.write(`${line}\r\n`)
    say('220 imitation ESMTP')
    socket.setEncoding('utf8').on('data', (text: string) => {
      rest += text
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (isData) {
          if (imitation.mood === 'hangs up in the middle of a mail') return void socket.destroy()
          if (line !== '.') continue
          isData = false
          imitation.taken.push(to)
          say('250 taken')
        } else if (/^RCPT/i.test(line)) {
          to = /<([^>]*)>/.exec(line)![1]!
          say(imitation.mood === 'knows no such person' ? '550 5.1.1 no such user' : '250 ok')
        } else if (/^DATA/i.test(line)) {
          isData = true
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(imitation, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  })
}
