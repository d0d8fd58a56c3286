/** What somebody else on the machine gets from a server: the product's own address, and nothing but a no elsewhere. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askAsStranger, HTTP_TRIES, listeningPorts, NATIVE_TRIES } from './support/listening-ports.ts'
import { sellersOf, startSandbox } from '#sandbox/index.ts'
import { spawnServer } from './support/spawned-server.ts'

test.runIf(process.platform === 'linux')(
  'the pretend Amazon of the demo knows nobody but its sellers',
  async () => {
    await using sandbox = await startPretendAmazon()
    const ports = listeningPorts(process.pid).filter(({ port }) => port === sandbox.port)
    expect(ports.map(({ host }) => host)).toEqual(['127.0.0.1'])
    const { http, native } = await askAsStranger(sandbox.port)
    expect(http).toHaveLength(HTTP_TRIES)
    for (const { asked, status, headers, body } of http) {
      expect(Object.keys(headers).join(), asked).not.toContain('access-control')
      expect(body, asked).not.toMatch(/root:|^1\n|^Ok/)
      // Its first page, which says what is invented, is for everybody at this machine.
      if (asked.includes('rebound.example') || !/^(GET|HEAD) \/+(\?| )/.test(asked))
        expect(status, asked).toBeGreaterThanOrEqual(400)
    }
    expect(native.map(({ status }) => status)).not.toContain(0)
  },
)

test.runIf(process.platform === 'linux')(
  'every port of every process refuses strangers',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'sextant-ports-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))
    const dataDir = join(parent, 'data')
    const { child, firstLine } = spawnServer(dataDir)
    onTestFinished(() => void process.kill(-child.pid!, 'SIGKILL'))
    const own = Number(new URL(await firstLine).port)

    const ports = listeningPorts(child.pid!)
    expect(ports.map(({ host }) => host)).toEqual(ports.map(() => '127.0.0.1'))
    expect(ports.map(({ port }) => port)).toContain(own)
    const others = ports.filter(({ port }) => port !== own)
    // The engine's; a new one is tried as well, and should be known here.
    expect(others).toHaveLength(1)

    for (const { port } of others) {
      const { http, native } = await askAsStranger(port)
      expect(http).toHaveLength(HTTP_TRIES)
      for (const answer of http) {
        expect(answer.status, answer.asked).toBeGreaterThanOrEqual(400)
        expect(Object.keys(answer.headers).join(), answer.asked).not.toContain('access-control')
        expect(answer.body, answer.asked).not.toMatch(/root:|^1\n|^Ok/)
      }
      expect(native).toHaveLength(NATIVE_TRIES)
      expect(native.map(({ status }) => status)).not.toContain(0)
    }
    const { http } = await askAsStranger(own)
    for (const { asked, headers, body } of http) {
      expect(Object.keys(headers).join(), asked).not.toContain('access-control')
      expect(body, asked).not.toContain('root:')
    }

    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  },
  120_000,
)

async function startPretendAmazon() {
  const sandbox = await startSandbox({ port: 0, sellers: sellersOf(), applications: [] })
  return { port: Number(new URL(sandbox.origin).port), [Symbol.asyncDispose]: () => sandbox.close() }
}
