/** Commands without a server: the command opens the data directory itself, and two at once find each other. */
import { existsSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/date-range.ts'
import type { ImportRecord } from '#contract/imports.ts'
import { bundled } from '#server/exchange-rates/known-rates.ts'
import { Bank } from '#test/support/bank.ts'
import { longSettlementFile, Machine, outcomeOf, settlement, settlementFile } from './run-sextant.ts'
import { formTest } from '../support/drawn-cases.ts'
import { seedInstallation } from '../support/seeded.ts'

const machine = new Machine()
beforeAll(async () => {
  await seedInstallation(machine.dataDir)
  await (await machine.serve()).stop()
}, 300_000)
afterAll(() => machine[Symbol.asyncDispose]())

test.each([
  [['company', 'list']],
  [['company', 'create', '--name', 'Nobody Ltd']],
  [['mail', 'ada@example.com']],
  [['backup', '/nowhere']],
])('a command where no installation is says so, names the directory and makes none: %s', async (args) => {
  await using nowhere = new Machine()
  expect(await nowhere.sextant(...args)).toEqual({
    code: 3,
    out: '',
    err: `There is no installation in ${nowhere.dataDir}. Start a server first ("npm start"), or set SEXTANT_DATA_DIR to the directory of the one you mean.\n`,
  })
  expect(existsSync(nowhere.dataDir)).toBe(false)
})

test('config check shows what is set and from where, with secrets masked, and what is wrong', async () => {
  const right = await machine.run(['config', 'check'], {
    env: { SEXTANT_SMTP_URL: 'smtps://ada:hush@mail.example.com' },
  })
  expect(right).toMatchObject({ code: 0, err: '' })
  expect(right.out).toContain(machine.dataDir)
  expect(right.out).toMatch(/^SEXTANT_SMTP_URL +environment +smtps:\/\/ada:\*\*\*@mail.example.com$/m)
  expect(right.out).toMatch(/^SEXTANT_SIGN_IN_DAYS +default +30$/m)

  const env = { SEXTANT_DATABSE_URL: 'postgres://ada:hush@db/x', SEXTANT_PUBLIC_URL: 'example.com' }
  const wrong = await machine.run(['config', 'check', '--json'], { env })
  expect(wrong.code).toBe(2)
  expect(JSON.parse(wrong.out)).toMatchObject({
    problems: [
      'SEXTANT_DATABSE_URL is no setting of Sextant: did you mean SEXTANT_DATABASE_URL?',
      'SEXTANT_PUBLIC_URL is "example.com": set an address such as https://sextant.example.com.',
    ],
  })
  expect(wrong.out).not.toContain('hush')
  const apart = await machine.run(['config', 'check'], { env: { SEXTANT_HOST: '0.0.0.0' } })
  expect(apart).toMatchObject({ code: 2, err: expect.stringContaining('set SEXTANT_PUBLIC_URL and') })
})

test('commands work one after the other, each opening and closing the data directory', async () => {
  const companyId = await machine.company('--default-currency', 'EUR')
  const file = machine.file('settlement.txt', settlementFile)
  expect(await machine.json('import', '--company', companyId, file)).toMatchObject([{ status: 'PUBLISHED' }])
  expect(await machine.json('reconcile', '--company', companyId)).toMatchObject([
    { settlementId: settlement.id, ledgerDifference: '0' },
  ])
  expect(await machine.json('rebuild', '--company', companyId)).toEqual({ imports: 1, changed: [] })
  expect(readdirSync(machine.dataDir).filter((name) => name.endsWith('.sock'))).toEqual([])
}, 300_000)

formTest(
  'exchange rates are fetched, imported and shown',
  async () => {
    await using bank = await Bank.open()
    // The day after the last one that comes with the product.
    const day = addDays(bundled().at(-1)!.day, 1)
    bank.publish(day)
    const asking = { env: { SEXTANT_RATES_URL: bank.url } }
    const updated = await machine.run(['rates', 'update'], asking)
    expect(updated).toMatchObject({ code: 0, err: '' })
    expect(updated.out).toMatch(/^13 new rates; \d+ compan(y|ies) converted with what changed\.\n$/)
    const given = `rate_date,currency,usd_per_unit,source\n${day},EGP,0.02,Central Bank of Egypt\n`
    expect(await machine.sextant('rates', 'import', machine.file('pounds.csv', given))).toMatchObject({
      code: 0,
    })
    const wrong = machine.file('wrong.csv', `${given}${day},EGP,0,x\n`)
    expect(await machine.sextant('rates', 'import', wrong)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^Line 3: /),
    })
    const status = await machine.run(['rates', 'status'], asking)
    expect(status.code).toBe(status.out.includes('too old to count') ? 4 : 0)
    expect(status.out).toMatch(new RegExp(`^EUR +${day} +\\d+ days?.* +European Central Bank$`, 'm'))
    expect(status.out).toMatch(new RegExp(`^EGP +${day} .+ Central Bank of Egypt$`, 'm'))
    expect(status.out).toMatch(/^SAR +holds on every day +Official peg of 3\.75 to the dollar/m)
    expect(status.out).toContain(`Asked: ${new URL(bank.url).host}, last with success 20`)
    expect(await machine.sextant('rates', 'update')).toMatchObject({
      code: 3,
      err: expect.stringContaining('SEXTANT_RATES_URL is off'),
    })
  },
  300_000,
)

formTest(
  'commands started together all do their work',
  async () => {
    const companyId = await machine.company()
    const files = [1, 2, 3, 4].map((number) =>
      machine.file(`${number}.txt`, settlementFile.replaceAll(settlement.id, `8000000000${number}`)),
    )
    const outcomes = await Promise.all(
      files.map((file) => machine.sextant('import', '--company', companyId, file)),
    )
    expect(outcomes.map(({ code, err }) => ({ code, err }))).toEqual(files.map(() => ({ code: 0, err: '' })))
    const { imports } = await machine.json<{ imports: ImportRecord[] }>('imports', '--company', companyId)
    // A command whose partner left in the middle may have asked twice; the second time it learns that the file is known.
    const published = imports.filter(({ status }) => status === 'PUBLISHED')
    expect(published.map(({ fileName }) => fileName).toSorted()).toEqual(['1.txt', '2.txt', '3.txt', '4.txt'])
    expect(imports.filter(({ status }) => !['PUBLISHED', 'ALREADY_KNOWN'].includes(status))).toEqual([])
  },
  300_000,
)

test('an interrupted import is cancelled and leaves nothing', async () => {
  const companyId = await machine.company()
  const file = machine.file('long.txt', longSettlementFile(40_000))
  const child = machine.start(['import', '--company', companyId, file])
  const outcome = outcomeOf(child)
  await machine.untilImporting(companyId)
  child.kill('SIGINT')
  expect(await outcome).toEqual({ code: 130, out: '', err: 'Interrupted.\n' })

  const { imports, coverage } = await machine.json<{
    imports: ImportRecord[]
    coverage: { firstDay: string | null }
  }>('imports', '--company', companyId)
  expect(imports).toMatchObject([{ status: 'CANCELLED' }])
  expect(coverage.firstDay).toBeNull()
}, 300_000)

formTest(
  'an import that a killed command left waits, is cancelled and tried again by its number',
  async () => {
    const companyId = await machine.company()
    const file = machine.file('killed.txt', longSettlementFile(20_000))
    const child = machine.start(['import', '--company', companyId, file])
    const outcome = outcomeOf(child)
    await machine.untilImporting(companyId)
    child.kill('SIGKILL')
    await outcome

    const { imports } = await machine.json<{ imports: ImportRecord[] }>('imports', '--company', companyId)
    // Looking at it does not begin it.
    expect(imports).toMatchObject([{ status: 'QUEUED' }])
    const id = String(imports[0]!.id)
    expect(await machine.json('import', 'cancel', id)).toMatchObject({ status: 'CANCELLED' })
    expect(await machine.json('import', 'cancel', id)).toMatchObject({ status: 'CANCELLED' })
    expect(await machine.json('import', 'retry', id)).toMatchObject({ status: 'PUBLISHED' })
    expect(await machine.sextant('import', 'retry', id)).toMatchObject({ code: 3 })
  },
  300_000,
)
