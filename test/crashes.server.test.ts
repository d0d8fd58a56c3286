/**
 * The whole server is killed in the middle of imports and of taking them back. What readers see afterwards is what was
 * published before or what was about to be, and never anything else.
 *
 * The seed decides the moments as parts of the whole; how far the server has come by then is the machine's affair.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TableChecksum } from '#server/ledger/checksums.ts'
import { casesOf, printedSeed } from './support/drawn-cases.ts'
import { randomFrom } from './support/mutants.ts'
import { refund, sale, v2File, wideFile, other, type Settlement } from './support/settlement-file.ts'
import { SpawnedServer } from './support/spawned-server.ts'
import { seedInstallation } from './support/seeded.ts'

/** A start takes seconds. */
const KILLS = casesOf(2, 500)

const ORDERS = Array.from({ length: 12 }, (_, index) => `302-0000000-${String(index).padStart(7, '0')}`)
const shop = { marketplace: 'Amazon.de' }
const sales = (price: string): Settlement => ({
  id: '90000000001',
  start: '2026-03-01',
  end: '2026-03-31',
  currency: 'EUR',
  entries: [
    ...ORDERS.flatMap((order, index) =>
      sale({
        ...shop,
        order,
        at: `2026-03-${String(index + 1).padStart(2, '0')} 10:00:00`,
        units: 2,
        amounts: { 'ItemPrice Principal': price, 'ItemFees Commission': '-3.00' },
      }),
    ),
    other('Subscription Fee', '-39.00', '2026-03-20 00:00:00'),
  ],
})
const refunds: Settlement = {
  id: '90000000002',
  start: '2026-04-01',
  end: '2026-04-14',
  currency: 'EUR',
  entries: ORDERS.slice(0, 5).flatMap((order) =>
    refund({ ...shop, order, at: '2026-04-02 10:00:00', amounts: { 'ItemPrice Principal': '-10.00' } }),
  ),
}
/** What stands before: a source that the other file is better than, and refunds that learn their quantity from it. */
const STANDING = { 'wide.txt': wideFile(sales('21.00')), 'refunds.txt': v2File(refunds) }
/** The file that comes and goes: it replaces rows of one settlement and completes those of another. */
const FILE = v2File(sales('20.00'))

let dataDir: string
let server: SpawnedServer | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sextant-crashes-'))
  await seedInstallation(dataDir)
})
afterAll(async () => {
  await server?.kill({ group: true })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test(
  `a server killed ${KILLS} times leaves what was published, or what was about to be`,
  async () => {
    const random = randomFrom(printedSeed())
    server = await SpawnedServer.start(dataDir)
    const { id: companyId } = await server.call<{ id: string }>(
      'companies.create',
      { name: 'Crashes' },
      'mutation',
    )
    for (const [name, content] of Object.entries(STANDING)) await server.upload(companyId, name, content)
    await server.settled(companyId)

    const undo = async () => {
      const live = (await server!.imports(companyId)).find(
        ({ fileName, status }) => fileName === 'file.txt' && status === 'PUBLISHED',
      )
      await server!.call('imports.undo', { companyId, importId: live!.id }, 'mutation')
    }
    const CHANGES = {
      import: async () => {
        await server!.upload(companyId, 'file.txt', FILE)
        await server!.settled(companyId)
      },
      undo,
    }

    // Once without a kill: the two states, and how long it takes from one to the other.
    const states = { before: await server.checksums(companyId), after: [] as TableChecksum[] }
    const took = { import: await timed(CHANGES.import), undo: 0 }
    states.after = await server.checksums(companyId)
    expect(states.after).not.toEqual(states.before)
    took.undo = await timed(CHANGES.undo)
    expect(await server.checksums(companyId)).toEqual(states.before)

    const found = { before: 0, after: 0 }
    for (let kill = 0; kill < KILLS; kill++) {
      const what = kill % 2 === 0 ? 'import' : 'undo'
      // Moments spread over the whole of the change and a little beyond, one in each of as many parts as there are kills.
      const delay = 1.1 * took[what] * ((Math.floor(kill / 2) + random()) / (KILLS / 2))
      const change = CHANGES[what]().catch(() => 'the server is gone')
      await new Promise((resolve) => setTimeout(resolve, delay))
      await server.kill({ group: random() < 0.5 })
      await change

      server = await SpawnedServer.start(dataDir)
      const moment = `kill ${kill}, ${Math.round(delay)} ms after the beginning of ${what}`
      const look = async () => expectEither(await server!.checksums(companyId), states, moment)
      found[await look()]++
      // An import that was stopped is taken up by itself; whoever looks meanwhile sees one of the two.
      const imports = await server.settled(companyId, look)
      expect(
        imports.filter(({ status }) => status === 'FAILED'),
        moment,
      ).toEqual([])

      const goal = what === 'import' ? 'after' : 'before'
      if ((await look()) !== goal) await CHANGES[what]()
      expect(await server.checksums(companyId), `${moment}, and the same once more`).toEqual(states[goal])
    }
    expect(found.before + found.after).toBe(KILLS)
    console.info(
      `Found after the kill: ${found.before} times what stood before, ${found.after} times what was to come`,
    )
  },
  120_000 + KILLS * 120_000,
)

function expectEither(
  checksums: TableChecksum[],
  states: { before: TableChecksum[]; after: TableChecksum[] },
  moment: string,
): 'before' | 'after' {
  const [now, before, after] = [checksums, states.before, states.after].map((sums) => JSON.stringify(sums))
  if (now === before) return 'before'
  expect(checksums, moment).toEqual(states.after)
  return now === after ? 'after' : 'before'
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
