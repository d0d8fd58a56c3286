/**
 * A second opinion: the demo company's statement, worked out from its files by a program that shares no code with the
 * server and was written from the rules of the metrics alone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import type { PnlInput, PnlRow } from '#contract/profit-and-loss.ts'
import { demoCompany, demoFiles } from '#sandbox/index.ts'
import { amountOf, distance, shown, type Amount } from './oracle/decimals.ts'
import { postingsOf, type Posting } from './oracle/postings.ts'
import { rawDataOf, type RawData, type RawFile } from './oracle/raw-files.ts'
import { countOf, statementOf, type Cell, type Question } from './oracle/statement.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { formTest } from './support/drawn-cases.ts'

const DEMO_DAY = '2026-11-01'
/** From before the first settlement until after the last one, today, when rates have ended too. */
const RANGE = { from: '2024-08-15', to: '2026-11-30' } as const
const TODAY = '2026-11-15'
const COLUMNS = 29

/** The statement by posted days needs none of them. */
const isOutside = (fileName: string) =>
  /^(all-orders|fee-estimates|catalogue|searches|sales-and-traffic|stock)/.test(fileName)

let server: TestServer
let company: TestCompany
let data: RawData
let postings: Posting[]
beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date(`${TODAY}T12:00:00Z`)
  const { name: _, ...settings } = demoCompany
  company = await server.company(settings)
  const files: RawFile[] = []
  for await (const { fileName: name, content, account } of demoFiles({ today: DEMO_DAY })) {
    if (isOutside(name)) continue
    let text = ''
    for await (const chunk of content()) text += chunk
    files.push({ name, text })
    const record = await company.import(name, text, { account })
    expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], problem: null })
  }
  data = rawDataOf(files)
  postings = postingsOf(data, TODAY)
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

/** Half of the sixth digit, the last of an answer, and half of the ninth for each division on the way to it. */
const HALF_OF_THE_SIXTH = amountOf('0.0000005')
const HALVES_OF_THE_NINTH = 2_000_000_000n
/** Exchange rates have 18 digits. */
const OF_RATES = amountOf('0.000000001')

const isTheSame = (answer: Amount, { value, divisions }: Cell): boolean =>
  value !== null && distance(answer, value) <= HALF_OF_THE_SIXTH + divisions / HALVES_OF_THE_NINTH + OF_RATES

function differences(row: PnlRow, scope: Omit<Question, 'from' | 'to'>): string[] {
  const question = { ...scope, from: row.periodStart, to: row.periodEnd }
  const cells = statementOf(data, postings, question)
  const wrong = PNL_LINE_IDS.flatMap((line) => {
    const answer = row.lines[line].value
    const cell = cells[line]!
    const isRight = answer === null ? cell.value === null : isTheSame(amountOf(answer), cell)
    return isRight
      ? []
      : [`${line} is ${answer} instead of ${cell.value === null ? null : shown(cell.value)}`]
  })
  const miscounted = (['unmappedLines', 'unitsWithoutCost'] as const)
    .filter((flag) => row.flags[flag] !== countOf(postings, flag, question))
    .map((flag) => `${flag} are ${row.flags[flag]}`)
  return [...wrong, ...miscounted].map((text) => `${row.column} of ${row.periodStart}: ${text}`)
}

/** How many cells have a value, after every one was compared. */
async function expectTheSame(
  scope: Omit<Question, 'from' | 'to'> & { currency: PnlInput['currencyCode'] },
  rest: Partial<PnlInput> = {},
): Promise<number> {
  const { rows } = await company.pnl({
    ...RANGE,
    currency: scope.currency,
    dateInterval: 'MONTHLY',
    summaryViews: { total: true },
    ...rest,
  })
  expect(rows).toHaveLength(COLUMNS)
  expect(rows.flatMap((row) => differences(row, scope)).slice(0, 50)).toEqual([])
  return rows.flatMap(({ lines }) => Object.values(lines)).filter(({ value }) => value !== null).length
}

// In November there are neither settlements nor, in its second week, rates: expenses alone are known, and in euros.
test.each([
  ['EUR', 1691],
  ['USD', 1688],
  ['JPY', 1688],
] as const)('every line of every month in %s', async (currency, known) => {
  expect(await expectTheSame({ currency })).toBe(known)
})

test.each(['DE', 'GB'] as const)('every line of every month of %s', async (marketplace) => {
  expect(await expectTheSame({ currency: 'USD', marketplace }, { marketplaces: [marketplace] })).toBe(1690)
})

test('what belongs to neither marketplace', async () => {
  await expectTheSame({ currency: 'EUR', marketplace: null }, { notAllocated: 'ONLY' })
  const { row } = await company.pnl({ ...RANGE, currency: 'EUR', marketplaces: ['GB'] })
  const question = { from: row.periodStart, to: row.periodEnd, currency: 'EUR', marketplace: null }
  const { netProfit } = statementOf(data, postings, question)
  expect(isTheSame(amountOf(row.leftOut!.value!), netProfit!)).toBe(true)
})

test('every line of every month where charges of settlements are the cost of advertising', async () => {
  const known = await expectTheSame(
    { currency: 'GBP', usesBilledAdvertising: true },
    { useAdjustedAdvertising: false },
  )
  expect(known).toBe(1688)
})

formTest('worked out again from its files, every number is what readers see', async () => {
  const { tables, differences } = await server.operator.operator.verify({ companyId: company.id })
  expect(differences).toEqual([])
  expect(tables.filter(({ daysThatDiffer }) => daysThatDiffer > 0)).toEqual([])
  expect(tables.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['ledger_by_day_sku', 'measures_by_day']),
  )
})
