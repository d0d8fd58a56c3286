/** What holds for every ledger: the answer depends on what was imported, never on how; and its numbers add up. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysOf } from '#contract/date-range.ts'
import type { ImportRecord } from '#contract/imports.ts'
import type { ExplainRow } from '#contract/explain.ts'
import type { NotAllocated } from '#contract/profit-and-loss.ts'
import type { BridgeStep } from '#contract/reconciliation.ts'
import {
  childrenOf,
  isPnlLine,
  lineDefinition,
  PNL_LINE_IDS,
  type PnlLine,
} from '#contract/profit-and-loss-lines.ts'
import { casesOf, printedSeed } from './support/drawn-cases.ts'
import { RANDOM_RANGE, randomLedger, type FactRows, type RandomLedger } from './support/random-ledger.ts'
import {
  startTestServer,
  valuesOf,
  type FileContent,
  type TestCompany,
  type TestServer,
} from './support/server.ts'
import { cents, fileOf, linesOf, other, totalOf, v2File, wideFile } from './support/settlement-file.ts'

/** Each is some twenty imports, most of which meet others; the long run has more of them. */
const LEDGERS = casesOf(8, 100)
/** Against hanging alone. */
const TIMEOUT_MS = 60_000 + LEDGERS * 60_000

async function holds<T>(
  what: string,
  arbitrary: fc.Arbitrary<T>,
  check: (drawn: T) => Promise<void>,
): Promise<void> {
  let cases = 0
  await fc.assert(
    fc.asyncProperty(arbitrary, async (drawn) => {
      await check(drawn)
      cases++
    }),
    // A smaller ledger that fails too would take hours to find.
    { numRuns: LEDGERS, seed: printedSeed(), endOnFailure: true },
  )
  expect(cases).toBe(LEDGERS)
  console.info(`${cases} ${what}`)
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

interface File {
  name: string
  content: FileContent
}

type Draw = fc.GeneratorValue
const shuffled = <T>(draw: Draw, values: readonly T[]): T[] =>
  draw(fc.shuffledSubarray, [...values], { minLength: values.length })
const chance = (draw: Draw, oneIn: number): boolean => draw(fc.nat, { max: oneIn - 1 }) === 0

/** The files of a ledger, each whole and in its usual order. */
function wholeFiles({ settlements, facts }: RandomLedger): File[] {
  return [
    ...settlements.flatMap(({ settlement, layouts }) =>
      layouts.map((layout) => ({
        name: `${settlement.id}-${layout}.txt`,
        content: layout === 'V2' ? v2File(settlement) : wideFile(settlement),
      })),
    ),
    { name: 'facts.json', content: facts },
  ]
}

/** The same rows, in other files: torn apart, in any order, some of them several times. */
function otherFiles(draw: Draw, ledger: RandomLedger): File[] {
  const files = wholeFiles(ledger).flatMap(({ name, content }) =>
    typeof content === 'string' ? tornSettlement(draw, name, content) : tornFacts(draw, content as FactRows),
  )
  return shuffled(draw, files)
}

function tornSettlement(draw: Draw, name: string, content: string): File[] {
  const { header, lines } = linesOf(content)
  const [summary, ...rows] = lines as [string, ...string[]]
  // Rows that are equal in every column stay together: only then does anybody know how many there are.
  const groups = [...new Set(rows)].map((row) => rows.filter((other) => other === row))
  const parts: string[][] = Array.from({ length: draw(fc.integer, { min: 1, max: 2 }) }, () => [])
  for (const group of groups) {
    parts[draw(fc.nat, { max: parts.length - 1 })]!.push(...group)
    // A row may be known to several files.
    if (chance(draw, 6)) parts[draw(fc.nat, { max: parts.length - 1 })]!.push(...group)
  }
  const filled = parts.map(onceEach).filter((part) => part.length > 0)
  return filled.map((part, index) => {
    const stated = index === 0 || chance(draw, 2) ? [summary] : []
    return { name: `${index}-${name}`, content: fileOf(header, shuffled(draw, [...stated, ...part])) }
  })

  /** A group that came twice into one part stands in it as often as in the whole file. */
  function onceEach(part: string[]): string[] {
    return [...new Set(part)].flatMap((row) => groups.find(([first]) => first === row)!)
  }
}

function tornFacts(draw: Draw, facts: FactRows): File[] {
  const count = draw(fc.integer, { min: 1, max: 2 })
  const parts: Record<string, object[]>[] = Array.from({ length: count }, () => ({}))
  for (const [table, rows] of Object.entries(facts) as [string, object[]][]) {
    // Rates and returns have no key: whole tables move, in any order.
    const isWhole = table === 'vat_rates' || table === 'returns'
    const at = draw(fc.nat, { max: count - 1 })
    for (const row of shuffled(draw, rows)) {
      const part = parts[isWhole ? at : draw(fc.nat, { max: count - 1 })]!
      ;(part[table] ??= []).push(row)
    }
  }
  return parts.flatMap((part, index) =>
    Object.keys(part).length > 0 ? [{ name: `facts-${index}.json`, content: part }] : [],
  )
}

async function imported(company: TestCompany, { name, content }: File): Promise<ImportRecord> {
  const record = await company.import(name, content, { account: 'Shop', marketplace: 'DE' })
  expect(['PUBLISHED', 'ALREADY_KNOWN']).toContain(record.status)
  expect(record.refusedRows).toEqual([])
  return record
}

/** Imports files, and on the way takes some of them back or gives them again. Everything counts in the end. */
async function importedSomehow(draw: Draw, company: TestCompany, files: File[]): Promise<void> {
  const missing: File[] = []
  for (const file of files) {
    const record = await imported(company, file)
    if (chance(draw, 5)) {
      await company.undo(record.id)
      missing.push(file)
    } else if (chance(draw, 8)) {
      expect((await imported(company, file)).status).toBe('ALREADY_KNOWN')
    }
  }
  for (const file of shuffled(draw, missing)) await imported(company, file)
}

/** Everything that somebody can ask. */
async function answerOf(company: TestCompany) {
  const { rows } = await company.pnl({
    ...RANDOM_RANGE,
    currency: 'EUR',
    dateInterval: 'MONTHLY',
    summaryViews: { total: true },
  })
  const settlements = await company.reconcile()
  return {
    statement: rows,
    settlements: settlements.toSorted((a, b) => a.settlementId.localeCompare(b.settlementId)),
    checksums: await company.checksums(),
  }
}

/** An establishment for which fees carry tax. */
const newCompany = () => server.company({ establishmentCountry: 'DE', defaultCurrency: 'EUR' })

const bill = (at: string) =>
  fc
    .integer({ min: 1, max: 99_999 })
    .map((units) =>
      other('TransactionTotalAmount', `-${(units / 100).toFixed(2)}`, at, 'Cost of Advertising'),
    )

/** What advertising was billed passes through the account once its reports have begun; before, it is the cost. */
const billedLedger = fc
  .record({ ledger: randomLedger, bills: fc.tuple(bill('2024-07-06 12:00:00'), bill('2024-09-20 12:00:00')) })
  .map(({ ledger: { settlements, facts }, bills }): RandomLedger => {
    const [first, ...rest] = settlements
    const settlement = { ...first!.settlement, entries: [...first!.settlement.entries, ...bills] }
    const spent = {
      date: '2024-08-18',
      ad_type: 'SD',
      marketplace: 'DE',
      campaign_id: '3',
      currency: 'EUR',
      cost: '5.00',
    }
    return {
      settlements: [{ ...first!, settlement }, ...rest],
      facts: { ...facts, ads_daily: [...facts.ads_daily, spent] },
    }
  })

test(
  'any order, any split and any repetition of files give the same answer and the same tables, which lead to the payouts',
  async () => {
    await holds(
      'ledgers were imported in two ways',
      fc.tuple(billedLedger, fc.gen()),
      async ([ledger, draw]) => {
        const clean = await newCompany()
        for (const file of wholeFiles(ledger)) await imported(clean, file)
        const again = await newCompany()
        await importedSomehow(draw, again, otherFiles(draw, ledger))
        expect(await answerOf(again)).toEqual(await answerOf(clean))
        await expectPayouts(clean, ledger)
      },
    )
  },
  TIMEOUT_MS,
)

/** 10⁻⁶ of a unit, the digits that an answer has. */
const units = (value: string | null): bigint => {
  const [whole = '0', fraction = ''] = (value ?? '0').split('.')
  const magnitude = BigInt(whole.replace('-', '')) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
  return value?.startsWith('-') ? -magnitude : magnitude
}

const negated = (value: string | null): string | null =>
  value === null ? null : value.startsWith('-') ? value.slice(1) : `-${value}`

/** Sums of rounded numbers may differ by half a digit for each. */
function expectSum(what: string, parts: readonly (string | null)[], whole: string | null) {
  const difference = parts.reduce((sum, part) => sum + units(part), 0n) - units(whole)
  const allowed = BigInt(parts.length + 1)
  if (difference > allowed || difference < -allowed) {
    throw new Error(`${what}: ${parts.join(' + ')} is not ${whole} (${difference} millionths too much)`)
  }
}

const LEAVES = PNL_LINE_IDS.filter((id) => childrenOf(id).length === 0 && !lineDefinition(id).sumOf)
/** A ratio is no sum. */
const ADDITIVE = PNL_LINE_IDS.filter((id) => lineDefinition(id).unit !== 'price')
/** What net profit is made of, worked out from the tree by the parents of its lines. */
const OUTSIDE_OF_PROFIT: string[] = ['memo', 'deferredNetProceeds']
const PROFIT = LEAVES.filter((id) => {
  const { unit, parent } = lineDefinition(id)
  return !unit && !OUTSIDE_OF_PROFIT.includes(parent ?? id)
})

test(
  'lines add up to groups and results, months to the range, shops and products to all of it',
  async () => {
    let [withRemainder, withCategories] = [0, 0]
    await holds('ledgers were added up', randomLedger, async (ledger) => {
      const company = await newCompany()
      for (const file of wholeFiles(ledger)) await imported(company, file)
      const ask = (rest: Partial<Parameters<TestCompany['pnl']>[0]> = {}) =>
        company.pnl({ ...RANDOM_RANGE, currency: 'EUR', ...rest })
      const { lines: all, rows: columns } = await ask({
        dateInterval: 'MONTHLY',
        summaryViews: { total: true },
      }).then(({ rows }) => ({
        lines: valuesOf(rows.at(-1)!),
        rows: rows.slice(0, -1),
      }))
      const sumsTo = (
        parts: Record<PnlLine, string | null>[],
        what: string,
        wanted: (id: PnlLine) => string | null = (id) => all[id],
      ) => {
        for (const id of ADDITIVE)
          expectSum(
            `${what}, ${id}`,
            parts.map((part) => part[id]),
            wanted(id),
          )
      }

      for (const id of PNL_LINE_IDS) {
        const parts = lineDefinition(id).sumOf?.filter(isPnlLine) ?? childrenOf(id)
        if (parts.length > 0)
          expectSum(
            id,
            parts.map((part) => all[part]),
            all[id],
          )
      }
      expectSum(
        'net profit of all its lines',
        PROFIT.map((id) => all[id]),
        all.netProfit,
      )
      sumsTo(columns.map(valuesOf), 'months')
      for (const { expenses = [], lines } of columns) {
        const parts = expenses.map(({ value }) => value)
        if (parts.length > 0) expectSum('categories of expenses', parts, lines.operatingExpenses.value)
        withCategories += parts.length
      }

      // A group that contains something missing has no value, though a part of it may: the parts are compared.
      const shops = (notAllocated: NotAllocated) =>
        Promise.all(
          (['DE', 'FR', 'GB'] as const).map(
            async (shop) => (await ask({ marketplaces: [shop], notAllocated })).row,
          ),
        )
      const [apart, shared, { lines: none }] = await Promise.all([
        shops('LEFT_OUT'),
        shops('SHARED'),
        ask({ notAllocated: 'ONLY' }),
      ])
      for (const id of LEAVES.filter((leaf) => lineDefinition(leaf).unit !== 'price')) {
        const parts = apart.map(({ lines }) => lines[id].value)
        expectSum(`shops and what belongs to none, ${id}`, [...parts, none[id]], all[id])
      }
      if (!['0', null].includes(none.netProfit)) withRemainder++
      // What cannot be shared is left out of each of them.
      expectSum(
        'shops that share, and what has no share',
        [
          ...shared.flatMap(({ lines }) => PROFIT.map((id) => lines[id].value)),
          shared[0]!.leftOut?.value ?? '0',
        ],
        all.netProfit,
      )

      const germany = await company.explain(
        'netProfit',
        { ...RANDOM_RANGE, currency: 'EUR' },
        { limit: 500, marketplaces: ['DE'], notAllocated: 'SHARED' },
      )
      expectSum(
        'rows and their shares',
        [
          ...germany.rows.map(({ converted }) => converted),
          ...PROFIT.map((id) => negated(shared[0]!.lines[id].value)),
        ],
        '0',
      )

      // The rows behind a number make it; those of a product make what the statement says with that product alone.
      const { rows } = await company.explain(
        'netProfit',
        { ...RANDOM_RANGE, currency: 'EUR' },
        { limit: 500 },
      )
      const sumOf = (sku: string) => rows.filter((row) => row.sku === sku).map(({ converted }) => converted)
      const skus = [...new Set(rows.map((row) => row.sku))]
      for (const sku of skus.filter((name) => name !== '')) {
        expectSum(`rows of ${sku}`, sumOf(sku), (await ask({ skus: [sku] })).lines.netProfit)
      }
      expectSum('rows of all products and of none', skus.flatMap(sumOf), all.netProfit)
      const named = await Promise.all(
        skus.filter((name) => name !== '').map(async (sku) => (await ask({ skus: [sku] })).lines.netProfit),
      )
      expectSum('products and what belongs to none', [...named, ...sumOf('')], all.netProfit)
    })
    // Where nothing is left out, nothing can be wrong with it.
    expect(withRemainder).toBeGreaterThan(LEDGERS / 10)
    expect(withCategories).toBeGreaterThan(LEDGERS)
  },
  TIMEOUT_MS,
)

/** Two products of three are of a brand each. */
const CATALOGUE = {
  asked: { marketplaceId: 'A1PA6795UKMFR9', day: '2024-09-30', asins: ['B000000000', 'B000000001'] },
  items: ['Harbour', 'Lumen'].map((brand, index) => ({
    asin: `B00000000${index}`,
    summaries: [{ marketplaceId: 'A1PA6795UKMFR9', brand, itemName: brand }],
    relationships: [],
  })),
}
const LISTINGS_AND_RATES = {
  listings: ['SKU-A', 'SKU-B'].map((sku, index) => ({
    marketplace: 'DE',
    snapshot_date: '2024-07-01',
    sku,
    asin: `B00000000${index}`,
  })),
  exchange_rates: daysOf({ start: RANDOM_RANGE.from, end: RANDOM_RANGE.to }).flatMap((rate_date) => [
    { rate_date, currency: 'EUR', usd_per_unit: '1.25' },
    { rate_date, currency: 'GBP', usd_per_unit: '1.5' },
  ]),
}

/** What numbers of a unit are by order, times the units; its fees are those that settlements have charged, the statement's are expected. */
const OF_UNITS = [
  ['netPrice', 1n, ['grossSales', 'promotions', 'salesVat']],
  ['unitCogs', -1n, ['cogsManufacturing', 'cogsFreight', 'cogsDuty', 'cogsOther']],
  ['unitStorageFee', -1n, ['monthlyStorageFees', 'agedInventoryFees']],
  ['unitAdvertising', -1n, ['advertisingSp', 'advertisingSb', 'advertisingSd']],
] as const

test(
  'brands add up, currencies convert back, a unit times the units is the statement, and a closed month stays',
  async () => {
    let [changed, told] = [0, 0]
    await holds('ledgers were closed', fc.tuple(randomLedger, randomLedger), async ([ledger, later]) => {
      const company = await newCompany()
      for (const file of wholeFiles(ledger)) await imported(company, file)
      await imported(company, { name: 'listings.json', content: LISTINGS_AND_RATES })
      await imported(company, { name: 'catalogue.json', content: JSON.stringify(CATALOGUE) })
      const ask = (rest: Partial<Parameters<TestCompany['pnl']>[0]> = {}) =>
        company.pnl({ ...RANDOM_RANGE, currency: 'EUR', ...rest })

      const { lines: all } = await ask()
      const [harbour, lumen, nobody, unbranded, none] = await Promise.all([
        ask({ brandNames: ['Harbour'] }),
        ask({ brandNames: ['Lumen'] }),
        // Of which there are expenses and no products.
        ask({ brandNames: ['Nobody'] }),
        ask({ brandNames: [''] }),
        ask({ brandNames: [''], skus: [''] }),
      ])
      for (const id of PROFIT)
        expectSum(
          `brands, and what belongs to none, ${id}`,
          [harbour, lumen, nobody, unbranded, none].map(({ row }) => row.lines[id].value),
          all[id],
        )

      const { lines: dollars } = await ask({ currency: 'USD' })
      for (const id of PROFIT) {
        expect([id, dollars[id] === null]).toEqual([id, all[id] === null])
        // Five fourths of euros, each of whose amounts is rounded in its own currency.
        const difference = 4n * units(dollars[id]) - 5n * units(all[id])
        expect([id, difference <= 2_000n && difference >= -2_000n]).toEqual([id, true])
      }

      const asked = {
        companyId: company.id,
        startDate: RANDOM_RANGE.from,
        endDate: RANDOM_RANGE.to,
        currencyCode: 'EUR' as const,
      }
      const [[byOrder], { total }] = await Promise.all([
        server.operator.profitAndLoss.getOrderData(asked),
        server.operator.unitEconomics.getData(asked),
      ])
      const sold = BigInt(byOrder!.lines.unitsSold.value ?? '0')
      for (const [unit, sign, lines] of OF_UNITS) {
        const ofUnit = total.unitEconomics[unit].value
        const parts = lines.map((id) => byOrder!.lines[id].value)
        if (ofUnit === null || parts.includes(null)) continue
        told++
        const difference = parts.reduce((sum, part) => sum + sign * units(part), 0n) - units(ofUnit) * sold
        const allowed = sold + BigInt(parts.length)
        expect([unit, difference <= allowed && difference >= -allowed]).toEqual([unit, true])
      }

      const july = async () => {
        const { lines } = await ask({ from: '2024-07-01', to: '2024-07-31' })
        return lines
      }
      await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2024-07'] })
      const closed = await july()
      for (const { name, content } of wholeFiles(renamed(later))) {
        const record = await company.import(`later-${name}`, content, { account: 'Shop', marketplace: 'DE' })
        expect(['PUBLISHED', 'ALREADY_KNOWN']).toContain(record.status)
      }
      expect(await july()).toEqual(closed)
      await server.operator.accounting.reopenMonth({
        companyId: company.id,
        month: '2024-07',
        reason: 'To see what came',
      })
      if (JSON.stringify(await july()) !== JSON.stringify(closed)) changed++
    })
    // Where nothing comes after the closing, nothing could change it.
    expect(changed).toBeGreaterThan(LEDGERS / 4)
    expect(told).toBeGreaterThan(LEDGERS / 4)
  },
  TIMEOUT_MS,
)

/** Of other settlements, so that all of it is new. */
const renamed = ({ settlements, facts }: RandomLedger): RandomLedger => ({
  settlements: settlements.map(({ settlement, layouts }) => ({
    layouts,
    settlement: { ...settlement, id: `8${settlement.id}` },
  })),
  facts: { ...facts, product_costs: [], vat_rates: [] },
})

/** Every settlement leads from its net profit to its payout, line by line. */
async function expectPayouts(company: TestCompany, { settlements }: RandomLedger): Promise<void> {
  const question = { ...RANDOM_RANGE, currency: 'EUR' } as const
  const { lines } = await company.pnl(question)
  const rowsOf = async (id: PnlLine): Promise<ExplainRow[]> => {
    const { rows, rowCount } = await company.explain(id, question, { limit: 500 })
    expect(rows).toHaveLength(rowCount)
    return rows
  }
  const profit = await rowsOf('netProfit')
  const memo = await rowsOf('memo')

  // Of the rows that are added up below, a line holds neither more nor less.
  for (const id of [...PROFIT, ...childrenOf('memo')]) {
    const own = [...profit, ...memo].filter(({ line }) => line === id)
    expectSum(
      `rows of ${id}`,
      own.map(({ converted }) => converted),
      lines[id],
    )
  }

  const settled = await company.reconcile()
  expect(settled).toHaveLength(settlements.length)
  for (const { settlement } of settlements) {
    const { settlementId, ...row } = settled.find(({ settlementId: id }) => id === settlement.id)!
    const sum = (rows: readonly ExplainRow[], ...kinds: ExplainRow['kind'][]): bigint =>
      rows
        .filter((one) => one.settlementId === settlementId && kinds.includes(one.kind))
        .reduce((total, { amount }) => total + nano(amount), 0n)
    const payout = cents(totalOf(settlement.entries)) * 10_000_000n

    expect([row.difference, row.ledgerDifference]).toEqual(['0', '0'])
    expect([nano(row.total!), nano(row.sum), nano(row.profitAndLoss) + nano(row.memo)]).toEqual(
      Array.from({ length: 3 }, () => payout),
    )
    // The money of the file alone, wherever it stands.
    expect([sum(profit, 'AMOUNT'), sum(memo, 'AMOUNT')]).toEqual([nano(row.profitAndLoss), nano(row.memo)])
    // The tax that left the fees passes through; that of sales and the cost of goods are none of Amazon's money.
    const both = [...profit, ...memo]
    expect(sum(both, 'AMOUNT', 'FEE_VAT')).toBe(payout)

    const bridge = await server.operator.profitAndLoss.getPayoutBridge({
      companyId: company.id,
      account: row.account,
      settlementId,
    })
    const inItsCurrency = profit.filter(
      ({ kind, currency }) => kind === 'AMOUNT' || currency === bridge.currency,
    )
    expect(nano(bridge.netProfit)).toBe(sum(inItsCurrency, 'AMOUNT', 'FEE_VAT', 'SALES_VAT', 'COST'))
    expect(bridge.steps.reduce((total, { amount }) => total + nano(amount), nano(bridge.netProfit))).toBe(
      payout,
    )
    expect([nano(bridge.sum), nano(bridge.deposit!)]).toEqual([payout, payout])

    // Each number of it is the sum of its lines; what is derived is taken back.
    const numbers: [BridgeStep, bigint][] = [
      ['netProfit', nano(bridge.netProfit)],
      ['sum', nano(bridge.sum)],
      ...bridge.steps.map((step): [BridgeStep, bigint] =>
        step.kind === 'MEMO' ? [step.line as BridgeStep, nano(step.amount)] : [step.kind, -nano(step.amount)],
      ),
    ]
    for (const [step, value] of numbers) {
      const { rows, rowCount } = await server.operator.profitAndLoss.getPayoutBridgeRows({
        companyId: company.id,
        account: row.account,
        settlementId,
        step,
        limit: 500,
      })
      const total = rows.reduce((all, { amount }) => all + nano(amount), 0n)
      expect([step, rowCount, total]).toEqual([step, rows.length, value])
    }
  }
}

/** In 10⁻⁹, the digits that rows have. */
function nano(value: string): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(`${whole}${fraction.padEnd(9, '0')}`)
}
