import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { endSlowConnections } from './slow-connections.ts'

const PACE = { everyMs: 50, bytesMin: 100, looksMax: 3 }
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

async function connected(answer: RequestListener): Promise<Socket> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  endSlowConnections(server, PACE)
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  closers.push(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  await once(socket, 'connect')
  return socket
}

const head = (bytes: number) => `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${bytes}\r\n\r\n`

test('a body that comes a byte at a time is ended, and told so', async () => {
  const socket = await connected((request, response) => {
    request.resume().on('end', () => response.end('all of it'))
  })
  socket.write(head(100_000))
  const drip = setInterval(() => socket.write('x'), 20)
  const answer = await text(socket)
  clearInterval(drip)
  expect(answer).toContain('408 Request Timeout')
})

test('a body that comes slowly but steadily is taken whole', async () => {
  const socket = await connected((request, response) => {
    request.resume().on('end', () => response.end('all of it'))
  })
  const parts = 40
  socket.write(head(parts * 200))
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
  for (let part = 0; part < parts; part++) {
    socket.write('x'.repeat(200))
    await delay(25)
  }
  await expect.poll(() => answer).toContain('all of it')
})

test('a server that takes its time over an answer ends nobody', async () => {
  const socket = await connected((request, response) => {
    request.resume()
    setTimeout(() => response.end('at last'), 1_000)
  })
  socket.write(head(2) + 'xx')
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
  await expect.poll(() => answer, { timeout: 10_000 }).toContain('at last')
})

test('an answer that nobody takes is ended', async () => {
  const socket = await connected((request, response) => {
    request.resume()
    response.end(Buffer.alloc(50_000_000))
  })
  let taken = 0
  socket.write(head(0))
  await once(socket, 'readable')
  await delay(PACE.everyMs * (PACE.looksMax + 4) + 1_200)
  socket.on('data', (chunk: Buffer) => (taken += chunk.length))
  await once(socket, 'close')
  expect(taken).toBeLessThan(50_000_000)
})
