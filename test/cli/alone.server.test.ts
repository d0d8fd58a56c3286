/** Commands without a server: the command opens the data directory itself, and two at once find each other. */
import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { ImportRecord } from '#contract/imports.ts'
import { longSettlementFile, Machine, outcomeOf, settlement, settlementFile } from './run-sextant.ts'

const machine = new Machine()
afterAll(() => machine[Symbol.asyncDispose]())

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

test('commands started together all do their work', async () => {
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
}, 300_000)

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
