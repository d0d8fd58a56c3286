/** The drill: back up, restore elsewhere, compare; and what must not be restored. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRecord, ReconcileRow } from '#contract/imports.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { Machine, settlement, settlementFile } from './run-sextant.ts'
import { formTest } from '../support/drawn-cases.ts'
import { seedInstallation } from '../support/seeded.ts'

const home = new Machine()
const backup = home.path('backup')
let companyId: string
let deletedId: string
let before: Answers

interface Answers {
  statement: PnlRow[]
  settlements: ReconcileRow[]
}

async function answersOf(machine: Machine): Promise<Answers> {
  const question = { companyId, startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'USD' }
  return {
    statement: await machine.json('call', 'profitAndLoss.getData', JSON.stringify(question)),
    settlements: await machine.json('reconcile', '--company', companyId),
  }
}

beforeAll(async () => {
  await seedInstallation(home.dataDir)
  const server = await home.serve()
  companyId = await home.company('--establishment-country', 'DE', '--default-currency', 'EUR')
  const second = settlementFile.replaceAll(settlement.id, '70000000009')
  await home.json([
    'import',
    '--company',
    companyId,
    home.file('one.txt', settlementFile),
    home.file('two.txt', second),
  ])
  await home.json('company', 'set', companyId, '--vat-rate', 'DE=0.16')
  const third = home.file('three.txt', second.replaceAll('70000000009', '70000000010'))
  const [undone] = await home.json<[ImportRecord]>('import', '--company', companyId, third)
  await home.json('import', 'undo', String(undone.id))
  deletedId = await home.company()
  await home.json('import', '--company', deletedId, home.path('one.txt'))

  // While the server runs.
  expect(await home.json('backup', backup)).toMatchObject({ companies: 2, files: 4, copied: 4 })
  before = await answersOf(home)
  await server.stop()
}, 300_000)
afterAll(() => home[Symbol.asyncDispose]())

test('a restore that is refused names what it was given, and leaves nothing of it behind', async () => {
  const files = readdirSync(home.dataDir).filter((name) => !name.startsWith('sextant.lock.'))
  const snapshot = join(home.dataDir, 'snapshots', readdirSync(join(home.dataDir, 'snapshots'))[0]!)
  const wrong = home.file('wrong.jsonl.gz', 'no snapshot')
  for (const [args, code, words] of [
    [[snapshot], 3, 'There are companies'],
    [[wrong, '--replace'], 3, `${wrong} cannot be restored`],
    [[home.path('nowhere')], 2, `There is no ${home.path('nowhere')}.`],
  ] as const)
    expect(await home.sextant('restore', ...args)).toMatchObject({
      code,
      err: expect.stringContaining(words),
    })
  expect(readdirSync(home.dataDir).filter((name) => !name.startsWith('sextant.lock.'))).toEqual(files)
}, 120_000)

test('an installation is restored elsewhere with the same numbers', async () => {
  await using elsewhere = new Machine()
  // As if an earlier try had been cut off: until it is repeated nobody may see what it left.
  mkdirSync(elsewhere.dataDir)
  writeFileSync(join(elsewhere.dataDir, 'restore-unfinished'), `${backup}\n`)
  for (const command of [['company', 'list'], ['serve']]) {
    expect(await elsewhere.sextant(...command)).toMatchObject({
      code: 3,
      err: expect.stringContaining(`Run it again: sextant restore ${backup}`),
    })
  }
  const restored = await elsewhere.json('restore', backup)
  expect(restored).toMatchObject({
    files: 4,
    companies: [{ differences: [] }, { differences: [] }],
    staysDeleted: [],
  })
  await elsewhere.serve()
  expect(await answersOf(elsewhere)).toEqual(before)
  const { imports } = await elsewhere.json<{ imports: ImportRecord[] }>('imports', '--company', companyId)
  expect(imports.map(({ fileName, status }) => [fileName, status])).toEqual([
    ['three.txt', 'UNDONE'],
    ['two.txt', 'PUBLISHED'],
    ['one.txt', 'PUBLISHED'],
  ])
  // What comes next builds on what was restored.
  const next = settlementFile.replaceAll(settlement.id, '70000000011')
  expect(
    await elsewhere.json('import', '--company', companyId, elsewhere.file('next.txt', next)),
  ).toMatchObject([{ status: 'PUBLISHED' }])
}, 300_000)

formTest(
  'an installation with companies is replaced only when that is said, and what was deleted stays deleted',
  async () => {
    await home.json('company', 'delete', deletedId, '--yes')
    const refused = await home.sextant('restore', backup)
    expect(refused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('add --replace') })

    const restored = await home.sextant('restore', backup, '--replace', '--json')
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(restored.out)).toMatchObject({
      companies: [{ id: companyId, differences: [] }],
      staysDeleted: [{ id: deletedId }],
    })
    const companies = await home.json<{ id: string }[]>('company', 'list')
    expect(companies.map(({ id }) => id)).toEqual([companyId])
    expect(existsSync(join(home.dataDir, 'files', deletedId))).toBe(false)
    expect(await home.json('reconcile', '--company', companyId)).toEqual(before.settlements)
  },
  300_000,
)

formTest(
  'an hourly snapshot restores the accounts',
  async () => {
    const snapshots = join(home.dataDir, 'snapshots')
    const newest = readdirSync(snapshots).toSorted().at(-1)!
    rmSync(join(home.dataDir, 'accounts'), { recursive: true })
    expect(await home.json('restore', join(snapshots, newest))).toMatchObject({
      isSnapshot: true,
      companies: [{ id: companyId }],
    })
    expect(await home.json('reconcile', '--company', companyId)).toEqual(before.settlements)
  },
  300_000,
)

const rawFileIn = (directory: string) => {
  const files = join('files', companyId)
  return join(files, readdirSync(join(directory, files))[0]!)
}
const accountsIn = (directory: string) => readdirSync(directory).find((name) => name.startsWith('accounts-'))!
const flip = (file: string) => {
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(file, bytes)
}

test.each<[string, (directory: string) => string]>([
  [
    'a raw file that has changed',
    (directory) => {
      const file = rawFileIn(directory)
      flip(join(directory, file))
      return `${file} has changed`
    },
  ],
  [
    'a raw file that is missing',
    (directory) => {
      const file = rawFileIn(directory)
      rmSync(join(directory, file))
      return `${file} is missing`
    },
  ],
  [
    'accounts that have changed',
    (directory) => {
      const file = accountsIn(directory)
      flip(join(directory, file))
      return `${file} has changed`
    },
  ],
  [
    'a manifest that has changed',
    (directory) => {
      const file = join(directory, 'manifest.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace('Test Ltd', 'Best Ltd'))
      return 'manifest.json has changed'
    },
  ],
  [
    'a backup that was never completed',
    (directory) => {
      rmSync(join(directory, 'manifest.json'))
      return 'manifest.json is missing'
    },
  ],
])('a damaged backup is refused by name: %s', async (_what, damage) => {
  await using elsewhere = new Machine()
  const copy = elsewhere.path('backup')
  cpSync(backup, copy, { recursive: true })
  const words = damage(copy)
  const { code, out, err } = await elsewhere.sextant('restore', copy)
  expect({ code, out, err }).toEqual({ code: 3, out: '', err: expect.stringContaining(words) })
  expect(existsSync(join(elsewhere.dataDir, 'accounts'))).toBe(false)
})

formTest(
  'a second backup into the same directory copies what is new and mends what is damaged',
  async () => {
    const copy = home.path('second')
    cpSync(backup, copy, { recursive: true })
    flip(join(copy, rawFileIn(copy)))
    const next = settlementFile.replaceAll(settlement.id, '70000000012')
    await home.json('import', '--company', companyId, home.file('next.txt', next))
    // Three files were there already, one of them damaged. The company that was deleted since has gone with its file.
    expect(await home.json('backup', copy)).toMatchObject({ companies: 1, files: 4, copied: 2 })
    expect(existsSync(join(copy, 'files', deletedId))).toBe(false)
    expect(readdirSync(copy).filter((name) => name.startsWith('accounts-'))).toHaveLength(1)
  },
  300_000,
)
