/** Starting and stopping the server. */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import type { ImportRecord } from '#contract/imports.ts'
import { longSettlementFile, Machine, outcomeOf, takenPort } from './run-sextant.ts'

const machine = new Machine()
afterAll(() => machine[Symbol.asyncDispose]())

test('a port that is taken is said at once', async () => {
  await using other = await takenPort()
  const { code, err } = await machine.run(['serve'], { env: { SEXTANT_PORT: String(other.port) } })
  expect({ code, err }).toEqual({
    code: 1,
    err: `Port ${other.port} is in use by another program. Set SEXTANT_PORT to a free one.\n`,
  })
})

test.each([
  [{ SEXTANT_PORT: 'ninety' }, 'SEXTANT_PORT is "ninety"'],
  [{ SEXTANT_HOST: '0.0.0.0' }, 'SEXTANT_HOST is "0.0.0.0"'],
  [{ SEXTANT_DEMO: 'maybe' }, 'SEXTANT_DEMO is "maybe"'],
])('an environment that can not be used is refused in words: %s', async (env, words) => {
  const { code, err } = await machine.run(['serve'], { env })
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) })
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})

test('a server told to stop closes in order, and the import it was running is finished by the next', async () => {
  const first = await machine.serve()
  const companyId = await machine.company()
  const file = machine.file('long.txt', longSettlementFile(40_000))
  const importing = outcomeOf(machine.start(['import', '--company', companyId, file, '--json']))
  await machine.untilImporting(companyId)

  const asked = Date.now()
  expect(await first.stop('SIGTERM')).toBe(0)
  expect(Date.now() - asked).toBeLessThan(10_000)
  expect(first.printed()).toMatch(/Closing …\n$/)

  // The command is still there: it opens the data directory, or finds the next server.
  const { code, out } = await importing
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject([
    { fileName: 'long.txt', status: 'PUBLISHED', counts: { kept: 80_000 } },
  ])

  const second = await machine.serve()
  const { imports } = await machine.json<{ imports: ImportRecord[] }>('imports', '--company', companyId)
  expect(imports).toMatchObject([{ status: 'PUBLISHED' }])
  expect((await fetch(new URL('/readyz', second.address))).status).toBe(200)
  expect(await second.stop('SIGINT')).toBe(0)
}, 300_000)

test('a server whose output nobody reads any longer closes in order', async () => {
  const child = machine.start(['serve'])
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await vi.waitFor(() => expect(printed).toContain('ready: '), { timeout: 120_000 })
  child.stdout!.destroy()
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(readdirSync(machine.dataDir).filter((name) => name.endsWith('.sock'))).toEqual([])
}, 180_000)
