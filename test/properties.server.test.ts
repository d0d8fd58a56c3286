/** What holds for every ledger: the answer depends on what was imported, never on how; and its numbers add up. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysOf } from '#contract/date-range.ts'
import type { ImportRecord } from '#contract/imports.ts'
import { GROUP_KEYS, GROUPS_MAX, type ExplainInput, type ExplainRow } from '#contract/explain.ts'
import { PNL_BASES, type NotAllocated, type PnlBasis } from '#contract/profit-and-loss.ts'
import type { BridgeStep } from '#contract/reconciliation.ts'
import type { UnitEconomicsRow } from '#contract/unit-economics.ts'
import {
  childrenOf,
  isPnlLine,
  lineDefinition,
  PNL_LINE_IDS,
  type PnlLine,
} from '#contract/profit-and-loss-lines.ts'
import { AddedUp, fine, sumOf } from './support/added-up.ts'
import { casesOf, printedSeed } from './support/drawn-cases.ts'
import {
  EUROPE,
  RANDOM_RANGE,
  randomLedger,
  SHOP_CODES,
  SKUS,
  type FactRows,
  type RandomLedger,
  type Seller,
  type Shop,
} from './support/random-ledger.ts'
import { rawAmounts, type RawAmount, type RawKind } from './support/raw-amounts.ts'
import {
  startTestServer,
  valuesOf,
  type FileContent,
  type PnlAnswer,
  type PnlQuestion,
  type TestCompany,
  type TestServer,
} from './support/server.ts'
import {
  cents,
  centsText,
  fileOf,
  linesOf,
  other,
  totalOf,
  v2File,
  wideFile,
} from './support/settlement-file.ts'

/** Each is some twenty imports, most of which meet others; the long run has more of them. */
const LEDGERS = casesOf(3, 100)
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
  seller: Seller
}

type Draw = fc.GeneratorValue
const shuffled = <T>(draw: Draw, values: readonly T[]): T[] =>
  draw(fc.shuffledSubarray, [...values], { minLength: values.length })
const chance = (draw: Draw, oneIn: number): boolean => draw(fc.nat, { max: oneIn - 1 }) === 0

/** The files of a ledger, each whole and in its usual order. */
function wholeFiles({ settlements, facts }: RandomLedger): File[] {
  return [
    ...settlements.flatMap(({ settlement, seller, layouts }) =>
      layouts.map((layout) => ({
        name: `${settlement.id}-${layout}.txt`,
        content: layout === 'V2' ? v2File(settlement) : wideFile(settlement),
        seller,
      })),
    ),
    { name: 'facts.json', content: facts, seller: EUROPE },
  ]
}

/** The same rows, in other files: torn apart, in any order, some of them several times. */
function otherFiles(draw: Draw, ledger: RandomLedger): File[] {
  const files = wholeFiles(ledger).flatMap(({ seller, ...file }) => {
    const parts = isSettlement(file) ? tornSettlement(draw, file) : tornFacts(draw, file.content as FactRows)
    return parts.map((part) => ({ ...part, seller }))
  })
  return shuffled(draw, files)
}

type Part = Omit<File, 'seller'>
const isSettlement = (file: Part): file is Part & { content: string } => typeof file.content === 'string'

function tornSettlement(draw: Draw, { name, content }: Part & { content: string }): Part[] {
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

function tornFacts(draw: Draw, facts: FactRows): Part[] {
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

async function imported(company: TestCompany, { name, content, seller }: File): Promise<ImportRecord> {
  const record = await company.import(name, content, seller)
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
    const sums = new AddedUp()
    await holds(
      'ledgers were imported in two ways',
      fc.tuple(billedLedger, fc.gen()),
      async ([ledger, draw]) => {
        const clean = await newCompany()
        for (const file of wholeFiles(ledger)) await imported(clean, file)
        const again = await newCompany()
        await importedSomehow(draw, again, otherFiles(draw, ledger))
        expect(await answerOf(again)).toEqual(await answerOf(clean))
        await expectPayouts(sums, clean, ledger)
      },
    )
    sums.expectCounts({ rows: 4 * LEDGERS })
  },
  TIMEOUT_MS,
)

const LEAVES = PNL_LINE_IDS.filter((id) => childrenOf(id).length === 0 && !lineDefinition(id).sumOf)
/** A ratio is no sum. */
const ADDITIVE = PNL_LINE_IDS.filter((id) => lineDefinition(id).unit !== 'price')
/** What is added up of selections: a group that contains something missing has no value, though a part of it may. */
const ADDITIVE_LEAVES = LEAVES.filter((id) => lineDefinition(id).unit !== 'price')
/** What net profit is made of, worked out from the tree by the parents of its lines. */
const OUTSIDE_OF_PROFIT: string[] = ['memo', 'deferredNetProceeds']
const PROFIT = LEAVES.filter((id) => {
  const { unit, parent } = lineDefinition(id)
  return !unit && !OUTSIDE_OF_PROFIT.includes(parent ?? id)
})
const MONEY = [...PROFIT, ...childrenOf('memo')]

/** Two products of three are of a brand each. */
const BRANDS = ['Harbour', 'Lumen']
const PRODUCTS = {
  listings: BRANDS.map((_, index) => ({
    marketplace: 'DE',
    snapshot_date: '2024-07-01',
    sku: SKUS[index],
    asin: `B00000000${index}`,
  })),
  catalogue_items: BRANDS.map((brand, index) => ({
    marketplace: 'DE',
    snapshot_date: '2024-07-01',
    asin: `B00000000${index}`,
    brand,
  })),
}

/** The orders of a ledger are all that there were. */
const COVERAGE = (['DE', 'FR', 'GB'] as const).map((marketplace) => ({
  table_name: 'order_items',
  marketplace,
  start_date: RANDOM_RANGE.from,
  end_date: RANDOM_RANGE.to,
}))

const DAYS = daysOf({ start: RANDOM_RANGE.from, end: RANDOM_RANGE.to })
/** Cents of a dollar for one unit: no day is like its neighbours. */
const CENTS = new Map(
  DAYS.flatMap((day, index): [key: string, rate: bigint][] => [
    [`EUR ${day}`, 100n + BigInt((index * 37) % 101)],
    [`GBP ${day}`, 120n + BigInt((index * 53) % 89)],
    [`USD ${day}`, 100n],
  ]),
)
/** @param added to each of them, in cents */
const exchangeRates = (added: bigint) =>
  [...CENTS].flatMap(([key, rate]) => {
    const [currency, rate_date] = key.split(' ') as [string, string]
    return currency === 'USD'
      ? []
      : [{ rate_date, currency, usd_per_unit: centsText(rate + added), source: 'test' }]
  })
const CURRENCIES = ['EUR', 'GBP', 'USD'] as const
type Currency = (typeof CURRENCIES)[number]

/** What an amount of a day is in another currency, in the digits of the amount. */
const convertedTo = (to: Currency, amount: bigint, { currency, day }: { currency: string; day: string }) =>
  (amount * CENTS.get(`${currency} ${day}`)!) / CENTS.get(`${to} ${day}`)!

type Rest = Partial<PnlQuestion>
interface Book {
  ledger: RandomLedger
  /** What comes when its months are closed. */
  later: RandomLedger
  company: TestCompany
  factsId: number
  /** All rows of profit, of what passes by it, and of the tax in what was ordered. */
  rows: { profit: Rows; memo: Rows; tax: ExplainRow[] }
}
type Rows = Record<PnlBasis, ExplainRow[]>

/** The statement of a whole ledger, or of a part of it, on either basis. */
const statementOf =
  ({ company }: Book, basis: PnlBasis = 'TRANSACTION') =>
  (rest: Rest = {}): Promise<PnlAnswer> =>
    company.pnl({ ...RANDOM_RANGE, currency: 'EUR', basis, ...rest })

async function rowsBehind(
  company: TestCompany,
  what: Pick<ExplainInput, 'metricId'> | Pick<ExplainInput, 'lineId'>,
  rest: Partial<ExplainInput>,
): Promise<ExplainRow[]> {
  const { rows, rowCount } = await company.server.operator.audit.explainValue({
    companyId: company.id,
    startDate: RANDOM_RANGE.from,
    endDate: RANDOM_RANGE.to,
    currencyCode: 'EUR',
    limit: 500,
    ...what,
    ...rest,
  })
  expect(rows).toHaveLength(rowCount)
  return rows
}

describe('a ledger', () => {
  const books: Book[] = []
  /** Importing takes longer than all that is asked: each ledger is imported once, and all properties are held against it. */
  beforeAll(async () => {
    // Small ones, in which there is nothing to add up, are not more likely than others.
    const both = fc.noBias(fc.record({ ledger: randomLedger, later: randomLedger }))
    const inTwoAccounts = both.filter(({ ledger }) =>
      ledger.settlements.some(({ seller }) => seller !== EUROPE),
    )
    const twoAccounts = Math.ceil(LEDGERS / 8)
    const seed = printedSeed()
    const drawn = [
      ...fc.sample(inTwoAccounts, { numRuns: twoAccounts, seed }),
      ...fc.sample(both, { numRuns: LEDGERS - twoAccounts, seed: seed + 1 }),
    ]
    for (const { ledger, later } of drawn) {
      const company = await newCompany()
      const facts = { ...ledger.facts, ...PRODUCTS, coverage: COVERAGE, exchange_rates: exchangeRates(0n) }
      const records = []
      for (const file of wholeFiles({ ...ledger, facts })) records.push(await imported(company, file))
      const onBoth = async (lineId: PnlLine): Promise<Rows> => ({
        TRANSACTION: await rowsBehind(company, { lineId }, {}),
        ORDER: await rowsBehind(company, { lineId }, { basis: 'ORDER' }),
      })
      books.push({
        ledger,
        later,
        company,
        factsId: records.at(-1)!.id,
        rows: {
          profit: await onBoth('netProfit'),
          memo: await onBoth('memo'),
          tax: await rowsBehind(company, { metricId: 'salesVatPaid' }, { basis: 'ORDER' }),
        },
      })
    }
  }, TIMEOUT_MS)

  async function ofEach(what: string, check: (book: Book) => Promise<void>): Promise<void> {
    let cases = 0
    for (const book of books) {
      try {
        await check(book)
      } catch (error) {
        throw new Error(`Ledger ${cases + 1}: ${JSON.stringify(book.ledger)}`, { cause: error })
      }
      cases++
    }
    expect(cases).toBe(LEDGERS)
    console.info(`${cases} ledgers ${what}`)
  }
  const ofEachBasis = (what: string, check: (book: Book, basis: PnlBasis) => Promise<void>) =>
    ofEach(what, async (book) => {
      for (const basis of PNL_BASES) await check(book, basis)
    })

  test('has something of everything', async () => {
    const seen = new Map<string, number>()
    const count = (what: string, isThere: boolean) =>
      seen.set(what, (seen.get(what) ?? 0) + (isThere ? 1 : 0))
    const isSomething = (value: string | null) => value !== null && value !== '0'
    await ofEach('were looked through', async (book) => {
      const [byTransaction, byOrder] = PNL_BASES.map((basis) => statementOf(book, basis))
      const [all, ordered, ...shops] = await Promise.all([
        byTransaction!(),
        byOrder!(),
        ...SHOP_CODES.map((shop) => byTransaction!({ marketplaces: [shop] })),
      ])
      count('unmapped lines', all.row.flags.unmappedLines > 0)
      count('refunds', isSomething(all.lines.refunds))
      count('promotions', isSomething(all.lines.promotions))
      count('costs of goods', isSomething(all.lines.cogs))
      count('expenses', isSomething(all.lines.operatingExpenses))
      count('advertising', isSomething(all.lines.marketing))
      count('VAT on fees', isSomething(all.lines.memoFeeVat))
      count('orders', isSomething(ordered.lines.grossSales))
      count('promotions in orders', isSomething(ordered.lines.promotions))
      const selling = shops.filter(({ lines }) => isSomething(lines.grossSales))
      count('several shops', selling.length > 1)
      count('America', isSomething(shops.at(-1)!.lines.grossSales))
      const currencies = new Set(rawAmounts(book.ledger).map(({ currency }) => currency))
      count('several currencies', currencies.size > 1)
      for (const { row } of [all, ordered]) expect(row.flags.missingFxRates).toBe(0)
    })
    console.info(JSON.stringify(Object.fromEntries(seen)))
    for (const [what, times] of seen) expect(times, what).toBeGreaterThanOrEqual(Math.floor(LEDGERS / 8))
  })

  test(
    'lines add up to groups and results, and months to the range',
    async () => {
      const sums = new AddedUp()
      await ofEachBasis('were added up line by line and month by month', async (book, basis) => {
        const { rows } = await statementOf(
          book,
          basis,
        )({ dateInterval: 'MONTHLY', summaryViews: { total: true } })
        const columns = rows.map(valuesOf)
        for (const [index, lines] of columns.entries()) {
          const about = `${basis}, ${rows[index]!.column} of ${rows[index]!.periodStart}`
          for (const id of PNL_LINE_IDS) {
            const { sumOf: results } = lineDefinition(id)
            const terms = results?.filter(isPnlLine) ?? childrenOf(id)
            if (terms.length > 0)
              sums.expectTerms(
                results ? 'results' : 'groups',
                `${about}, ${id}`,
                terms.map((term) => lines[term]),
                lines[id],
              )
          }
          sums.expectTerms(
            'profit',
            about,
            PROFIT.map((id) => lines[id]),
            lines.netProfit,
          )
          const { expenses = [], lines: cells } = rows[index]!
          if (expenses.length > 0)
            sums.expectTerms(
              'categories',
              about,
              expenses.map(({ value }) => value),
              cells.operatingExpenses.value,
            )
        }
        const months = columns.slice(0, -1)
        expect(months).toHaveLength(3)
        for (const id of ADDITIVE)
          sums.expectParts(
            'months',
            `${basis}, ${id}`,
            months.map((month) => month[id]),
            columns.at(-1)![id],
          )
      })
      sums.expectCounts({
        groups: 10 * LEDGERS,
        results: 14 * LEDGERS,
        profit: 4 * LEDGERS,
        categories: 2 * LEDGERS,
        months: 18 * LEDGERS,
      })
    },
    TIMEOUT_MS,
  )

  test(
    'shops and what belongs to none add up to the whole, line by line, and so they do when they share it',
    async () => {
      const sums = new AddedUp()
      await ofEachBasis('were added up shop by shop', async (book, basis) => {
        const ask = statementOf(book, basis)
        const shops = (notAllocated: NotAllocated) =>
          Promise.all(SHOP_CODES.map((shop) => ask({ marketplaces: [shop], notAllocated })))
        const [{ lines: all }, apart, shared, { lines: none }] = await Promise.all([
          ask(),
          shops('LEFT_OUT'),
          shops('SHARED'),
          ask({ notAllocated: 'ONLY' }),
        ])
        for (const id of ADDITIVE_LEAVES)
          sums.expectParts(
            'shops',
            `${basis}, ${id}`,
            [...apart.map(({ lines }) => lines[id]), none[id]],
            all[id],
          )
        // What cannot be shared is left out of each of them.
        const leftOut = shared[0]!.row.leftOut?.value ?? '0'
        sums.expectParts(
          'shops that share',
          basis,
          [...shared.flatMap(({ lines }) => PROFIT.map((id) => lines[id])), leftOut],
          all.netProfit,
        )
        const rows = await rowsBehind(
          book.company,
          { lineId: 'netProfit' },
          { basis, marketplaces: ['DE'], notAllocated: 'SHARED' },
        )
        for (const id of PROFIT)
          sums.expectParts(
            'rows with their shares',
            `${basis}, ${id}`,
            rows.filter(({ line }) => line === id).map(({ converted }) => converted),
            shared[0]!.lines[id],
          )
      })
      sums.expectCounts({
        shops: 9 * LEDGERS,
        'shops that share': LEDGERS,
        'rows with their shares': 5 * LEDGERS,
      })
    },
    TIMEOUT_MS,
  )

  test(
    'rows come page by page, and groups of them are what is listed for each',
    async () => {
      const sums = new AddedUp()
      let groupCount = 0
      await ofEachBasis('were read page by page and group by group', async (book, basis) => {
        const { company } = book
        const { audit } = server.operator
        // Each of these takes the engine its time: of every other ledger one number, and half of the groups.
        const nth = books.indexOf(book)
        const keys = GROUP_KEYS.filter((_, index) => index % 2 === Math.floor(nth / 2) % 2)
        const metricId = nth % 2 === 0 ? 'netSales' : 'netProfit'
        const about = `${basis}, ${metricId}`
        const question = {
          companyId: company.id,
          startDate: RANDOM_RANGE.from,
          endDate: RANDOM_RANGE.to,
          currencyCode: 'EUR',
          basis,
          metricId,
        } as const
        const { value, rows, rowCount } = await audit.explainValue({ ...question, limit: 500 })
        expect(rows).toHaveLength(rowCount)
        const limit = Math.max(1, Math.ceil(rowCount / 3))
        const pages = []
        for (let offset = 0; offset < rowCount; offset += limit)
          pages.push(await audit.explainLines({ ...question, limit, offset }))
        expect([about, pages.flatMap((page) => page.rows)]).toEqual([about, rows])
        expect(pages.map((page) => page.rowCount)).toEqual(pages.map(() => rowCount))
        expect((await audit.explainLines({ ...question, offset: rowCount })).rows).toEqual([])
        for (const by of keys) {
          const all = await audit.explainGroups({ ...question, by, limit: GROUPS_MAX })
          expect([about, by, all.rowCount]).toEqual([about, by, rowCount])
          sums.expectParts(
            'groups',
            `${about} by ${by}`,
            all.groups.map((group) => group.value),
            value,
          )
          const [largest] = all.groups
          if (!largest) continue
          const listed = await audit.explainLines({
            ...question,
            group: { by, key: largest.key },
            limit: 500,
          })
          expect([about, by, listed.rows.length, listed.rowCount]).toEqual([
            about,
            by,
            largest.rowCount,
            largest.rowCount,
          ])
          sums.expectParts(
            'rows of a group',
            `${about}, ${by} ${largest.key}`,
            listed.rows.map(({ converted }) => converted),
            largest.value,
          )
          groupCount++
        }
      })
      expect(groupCount).toBeGreaterThan(6 * LEDGERS)
      sums.expectCounts({ groups: 4 * LEDGERS, 'rows of a group': 4 * LEDGERS })
    },
    TIMEOUT_MS,
  )

  test(
    'products, brands and what belongs to none add up to the whole, line by line, and so do the rows of each',
    async () => {
      const sums = new AddedUp()
      await ofEachBasis('were added up by product and brand', async (book, basis) => {
        const ask = statementOf(book, basis)
        const rows = book.rows.profit[basis]
        const [{ lines: all }, { lines: none }, products, brands] = await Promise.all([
          ask(),
          ask({ skus: [''] }),
          Promise.all(SKUS.map((sku) => ask({ skus: [sku] }))),
          Promise.all(
            [
              ...BRANDS.map((brand) => ({ brandNames: [brand] })),
              // Of which there are expenses and no products.
              { brandNames: ['Nobody'] },
              { brandNames: [''] },
              { brandNames: [''], skus: [''] },
            ].map(ask),
          ),
        ])
        for (const id of ADDITIVE_LEAVES) {
          sums.expectParts(
            'products',
            `${basis}, ${id}`,
            [...products.map(({ lines }) => lines[id]), none[id]],
            all[id],
          )
          sums.expectParts(
            'brands',
            `${basis}, ${id}`,
            brands.map(({ lines }) => lines[id]),
            all[id],
          )
        }
        for (const [index, { lines }] of products.entries())
          for (const id of PROFIT)
            sums.expectParts(
              'rows of products',
              `${basis}, ${SKUS[index]}, ${id}`,
              rows
                .filter(({ line, sku }) => line === id && sku === SKUS[index])
                .map(({ converted }) => converted),
              lines[id],
            )
        sums.expectParts(
          'rows',
          basis,
          rows.map(({ converted }) => converted),
          all.netProfit,
        )
      })
      sums.expectCounts({
        products: 9 * LEDGERS,
        brands: 10 * LEDGERS,
        'rows of products': 15 * LEDGERS,
        rows: LEDGERS,
      })
    },
    TIMEOUT_MS,
  )

  test(
    'every amount counts at the rate of its day, in whatever currency, month, shop and product',
    async () => {
      const sums = new AddedUp()
      await ofEachBasis('were converted', async (book, basis) => {
        const ask = statementOf(book, basis)
        const raw = rawAmounts(book.ledger)
        const behind = [...book.rows.profit[basis], ...book.rows.memo[basis]]
        const taxes = basis === 'ORDER' ? book.rows.tax : []
        for (const currency of CURRENCIES) {
          const { rows } = await ask({ currency, dateInterval: 'MONTHLY', summaryViews: { total: true } })
          for (const row of rows) {
            const isIn = ({ day }: { day: string }) => day >= row.periodStart && day <= row.periodEnd
            const about = `${basis} in ${currency}, ${row.periodStart} to ${row.periodEnd}`
            const lines = valuesOf(row)
            // What comes back has the rate of its sale.
            for (const id of MONEY.filter((line) => line !== 'cogsReturned')) {
              const ofLine = behind.filter((one) => one.line === id && isIn(one))
              sums.expectNear(
                'rows',
                `${about}, ${id}`,
                fine(lines[id] ?? '0'),
                sumOf(ofLine, (one) => convertedTo(currency, fine(one.amount), one)),
                1,
              )
            }
            expectRaw(about, lines, currency, raw.filter(isIn), taxes.filter(isIn), RAW[basis])
          }
        }
        for (const shop of SHOP_CODES) {
          const isIn = (one: { marketplace: string }) => one.marketplace === shop
          const { lines } = await ask({ currency: 'USD', marketplaces: [shop] })
          const kinds = RAW[basis].filter(({ kind }) => kind !== 'OTHER')
          expectRaw(`${basis}, ${shop}`, lines, 'USD', raw.filter(isIn), taxes.filter(isIn), kinds)
        }
        for (const sku of SKUS) {
          const isIn = (one: { sku: string }) => one.sku === sku
          const { lines } = await ask({ currency: 'USD', skus: [sku] })
          const kinds = RAW[basis].filter(({ kind }) => kind !== 'OTHER' && kind !== 'ADS')
          expectRaw(`${basis}, ${sku}`, lines, 'USD', raw.filter(isIn), taxes.filter(isIn), kinds)
        }
      })
      sums.expectCounts({
        rows: 120 * LEDGERS,
        SALES: 6 * LEDGERS,
        REBATES: 5 * LEDGERS,
        REFUNDS: 4 * LEDGERS,
        OTHER: 5 * LEDGERS,
        ADS: 9 * LEDGERS,
        ORDERED: 6 * LEDGERS,
      })

      function expectRaw(
        about: string,
        lines: PnlAnswer['lines'],
        currency: Currency,
        amounts: readonly RawAmount[],
        taxes: readonly ExplainRow[],
        kinds: readonly RawLines[],
      ) {
        for (const { kind, lines: ids } of kinds) {
          const ofKind = amounts.filter((one) => one.kind === kind)
          // A line of which nothing is known holds none of them.
          const values = ids.map((id) => fine(lines[id] ?? '0'))
          const tax = kind === 'ORDERED' ? taxes : []
          sums.expectNear(
            kind,
            about,
            sumOf(
              [...values, ...tax.map((one) => convertedTo(currency, fine(one.amount), one))],
              (one) => one,
            ),
            sumOf(ofKind, (one) => convertedTo(currency, one.amount * 10n ** 10n, one)),
            values.length,
          )
        }
      }
    },
    TIMEOUT_MS,
  )

  test(
    'numbers of a unit, times the units, are what the statement by order says',
    async () => {
      const sums = new AddedUp()
      await ofEach('were held against their units', async (book) => {
        const ask = statementOf(book, 'ORDER')
        const economicsBy = (groupBy: 'SKU' | 'MARKETPLACE') =>
          server.operator.unitEconomics.getData({
            companyId: book.company.id,
            startDate: RANDOM_RANGE.from,
            endDate: RANDOM_RANGE.to,
            currencyCode: 'EUR',
            groupBy,
          })
        const [bySku, byShop, settled] = await Promise.all([
          economicsBy('SKU'),
          economicsBy('MARKETPLACE'),
          rowsBehind(book.company, { metricId: 'contributionMargin2Settled' }, { basis: 'ORDER' }),
        ])
        const beside = [...settled, ...book.rows.tax]
        await expectUnits('all', bySku.total, {}, beside)
        expect(byShop.total.unitEconomics).toEqual(bySku.total.unitEconomics)
        for (const row of bySku.rows)
          await expectUnits(
            row.key,
            row,
            { skus: [row.key] },
            beside.filter(({ sku }) => sku === row.key),
          )
        for (const row of byShop.rows)
          await expectUnits(
            row.key,
            row,
            { marketplaces: [row.key as Shop] },
            beside.filter(({ marketplace }) => marketplace === row.key),
          )

        /** @param beside the statement: what fees came to when orders were settled, and the tax in their prices */
        async function expectUnits(
          about: string,
          row: UnitEconomicsRow,
          rest: Rest,
          beside: readonly ExplainRow[],
        ) {
          const [{ lines, row: column }, byTransaction] = await Promise.all([
            ask(rest),
            statementOf(book, 'TRANSACTION')(rest),
          ])
          const valueOf = (id: string): bigint | null => {
            if (isPnlLine(id)) return lines[id] === null ? null : fine(lines[id])
            const posted = POSTED_FEES[id]
            // Where no settlement reaches, nothing of the kind was charged.
            if (posted) return fine(byTransaction.lines[posted] ?? '0')
            const ofMetric = beside.filter(({ metricId }) => metricId === id)
            return sumOf(ofMetric, ({ converted }) => fine(converted!))
          }
          const totalOf = (terms: readonly string[]): bigint | null =>
            terms.reduce<bigint | null>((sum, term) => {
              const value = valueOf(term.slice(1))
              return sum === null || value === null ? null : term.startsWith('-') ? sum - value : sum + value
            }, 0n)
          const sold = Number(lines.unitsSold ?? '0')
          const isCostKnown = column.flags.unitsWithoutCost < sold
          for (const [metric, { terms, reserve = 0n, needsCost = false }] of Object.entries<OfUnits>(
            OF_UNITS,
          )) {
            const ofUnit = row.unitEconomics[metric as keyof typeof OF_UNITS].value
            const [total, sales] = [totalOf(terms), totalOf(SALES)]
            const isKnown = sold > 0 && total !== null && sales !== null && (!needsCost || isCostKnown)
            expect([about, metric, ofUnit !== null]).toEqual([about, metric, isKnown])
            if (ofUnit === null) continue
            sums.expectNear(
              metric,
              about,
              fine(ofUnit) * BigInt(sold),
              total! + (sales! * reserve) / 1_000n,
              sold +
                terms.length +
                beside.filter(
                  ({ metricId }) => terms.includes(`+${metricId}`) || terms.includes(`-${metricId}`),
                ).length,
            )
          }
        }
      })
      const rare: string[] = ['unitStorageFee', 'unitPromotionFees']
      sums.expectCounts(
        Object.fromEntries(
          Object.keys(OF_UNITS).map((metric) => [metric, rare.includes(metric) ? LEDGERS / 8 : LEDGERS / 2]),
        ),
      )
    },
    TIMEOUT_MS,
  )

  // It is the last one: it changes the ledgers.
  test(
    'a closed month stays what it is, whatever comes and whatever is taken back',
    async () => {
      const changed = { july: 0, september: 0 }
      await ofEach('were closed', async (book) => {
        const { company, later, factsId } = book
        const { operator } = company.server
        const questions: Rest[] = [
          { basis: 'ORDER' },
          { currency: 'USD' },
          { marketplaces: ['DE'], notAllocated: 'SHARED' },
          { basis: 'ORDER', currency: 'USD', skus: [SKUS[0]!] },
        ]
        /** What each of the three months says, whatever is asked. */
        const months = async () => {
          const answers = await Promise.all(
            questions.map((rest) => statementOf(book)({ dateInterval: 'MONTHLY', ...rest })),
          )
          return [0, 1, 2].map((month) =>
            answers.map(({ rows }) => {
              const { lines, leftOut, expenses, flags } = rows[month]!
              // Which categories there are, and in what order, is of all months.
              const ofMonth = expenses
                ?.filter(({ value }) => value !== null && value !== '0')
                .toSorted((one, other) => (one.category! < other.category! ? -1 : 1))
              return { lines, leftOut, expenses: ofMonth ?? [], flags }
            }),
          )
        }
        type Month = Awaited<ReturnType<typeof months>>[number] | undefined
        const rows = () =>
          rowsBehind(company, { lineId: 'netProfit' }, { startDate: '2024-07-01', endDate: '2024-08-31' })
        const [open, rowsBefore] = [await months(), await rows()]
        await operator.accounting.closeMonths({ companyId: company.id, months: ['2024-07', '2024-08'] })
        const facts = { ...later.facts, exchange_rates: exchangeRates(7n) }
        for (const { name, content, seller } of wholeFiles({ ...renamed(later), facts })) {
          const record = await company.import(`later-${name}`, content, seller)
          expect(['PUBLISHED', 'ALREADY_KNOWN']).toContain(record.status)
        }
        // It takes as long as all the others together.
        if (books.indexOf(book) % 4 === 0) expect((await company.undo(factsId)).status).toBe('UNDONE')
        const [july, august, september] = await months()
        expect([july, august]).toEqual(open.slice(0, 2))
        expect(await rows()).toEqual(rowsBefore)
        const isOther = (month: Month, before: Month) => JSON.stringify(month) !== JSON.stringify(before)
        if (isOther(september, open[2])) changed.september++

        await operator.accounting.reopenMonth({
          companyId: company.id,
          month: '2024-07',
          reason: 'To see what came',
        })
        const [reopened, held] = await months()
        if (isOther(reopened, july)) changed.july++
        // What it is compared with is open again.
        const valuesIn = (month: Month) =>
          month!.map(({ lines }) => PNL_LINE_IDS.map((id) => lines[id].value))
        expect(valuesIn(held)).toEqual(valuesIn(august))
      })
      // Where nothing comes after the closing, nothing could change it.
      expect(changed).toEqual({ july: LEDGERS, september: LEDGERS })
    },
    TIMEOUT_MS,
  )
})

/** In which lines amounts of a kind stand, and nothing else, or they and the tax that was taken out of them. */
interface RawLines {
  kind: RawKind
  lines: readonly PnlLine[]
}
const OF_SETTLEMENTS: readonly RawLines[] = [
  { kind: 'SALES', lines: ['productSales', 'shippingRevenue', 'giftWrapRevenue', 'memoFacilitatorTax'] },
  { kind: 'REBATES', lines: ['productPromotions', 'shippingPromotions'] },
  { kind: 'REFUNDS', lines: ['refundedProductSales'] },
]
const ADS: RawLines = { kind: 'ADS', lines: ['advertisingSp', 'advertisingSb', 'advertisingSd'] }
/** What no file of Amazon's money holds. */
const DERIVED: readonly PnlLine[] = [
  'salesVat',
  ...childrenOf('cogs'),
  'fbmShippingCosts',
  'inventoryLosses',
  'operatingExpenses',
]
const RAW: Record<PnlBasis, readonly RawLines[]> = {
  TRANSACTION: [
    ...OF_SETTLEMENTS,
    ADS,
    {
      kind: 'OTHER',
      lines: MONEY.filter((id) => ![...OF_SETTLEMENTS, ADS].some(({ lines }) => lines.includes(id))).filter(
        (id) => !DERIVED.includes(id),
      ),
    },
  ],
  ORDER: [ADS, { kind: 'ORDERED', lines: [...childrenOf('grossSales'), ...childrenOf('promotions')] }],
}

/** What each number of a unit is made of, by the reference: lines by order, what fees came to when they were charged, and tax. */
interface OfUnits {
  terms: readonly `${'+' | '-'}${string}`[]
  /** Thousandths of the sales. */
  reserve?: bigint
  /** Not known where no unit has a cost. */
  needsCost?: true
}
const SALES = ['+grossSales', '+promotions'] as const
const COST = ['-cogsManufacturing', '-cogsFreight', '-cogsDuty', '-cogsOther'] as const
const VAT = ['+productSalesVat', '+otherSalesVat'] as const
/** Fees that a unit bears and no order is expected to: what the statement by transaction says of their days. */
const POSTED_FEES: Record<string, PnlLine> = {
  agedInventoryFeesSettled: 'agedInventoryFees',
  inboundFeesSettled: 'inboundFees',
  removalFeesSettled: 'removalFees',
}
/** Results of the statement have what is no cost of a unit, and fees as they are expected. */
const AS_OF_UNITS = [
  '-reimbursements',
  '-inventoryLosses',
  '+referralFeesSettled',
  '+fulfilmentFeesSettled',
  '+closingFeesSettled',
  '+digitalServicesFeesSettled',
  '+agedInventoryFeesSettled',
  '+inboundFeesSettled',
  '+removalFeesSettled',
] as const
const OF_UNITS = {
  netPrice: { terms: SALES },
  unitVat: { terms: VAT },
  unitPromotion: { terms: ['-promotions'] },
  // Before promotions, with tax.
  unitPrice: { terms: ['+grossSales', ...VAT] },
  unitManufacturing: { terms: ['-cogsManufacturing'] },
  unitFreight: { terms: ['-cogsFreight'] },
  unitDuty: { terms: ['-cogsDuty'] },
  unitOtherCost: { terms: ['-cogsOther'] },
  unitCogs: { terms: COST, needsCost: true },
  unitReferralFee: { terms: ['-referralFees', '-referralFeesSettled'] },
  unitFulfilmentFee: { terms: ['-fbaFulfilmentFees', '-fbmShippingCosts', '-fulfilmentFeesSettled'] },
  unitStorageFee: { terms: ['-monthlyStorageFees', '-agedInventoryFeesSettled'] },
  unitOtherFees: {
    terms: [
      '-closingFees',
      '-closingFeesSettled',
      '-digitalServicesFeesSettled',
      '-inboundFeesSettled',
      '-removalFeesSettled',
    ],
  },
  unitRefundCost: {
    terms: ['-refunds', '-referralFeesRefunded', '-refundAdminFees', '-fbaReturnFees', '-cogsReturned'],
  },
  unitAdvertising: { terms: ['-advertisingSp', '-advertisingSb', '-advertisingSd', '-advertisingBilled'] },
  unitPromotionFees: { terms: ['-promotionFees'] },
  unitCm1: {
    terms: ['+contributionMargin1', '-refunds', '-cogsReturned', '-salesVat'],
    needsCost: true,
  },
  unitCm2: { terms: ['+contributionMargin2', ...AS_OF_UNITS], needsCost: true },
  unitCm3: { terms: ['+contributionMargin3', ...AS_OF_UNITS], needsCost: true },
  unitContingency: { terms: [], reserve: 5n },
  unitProfit: { terms: ['+contributionMargin3', ...AS_OF_UNITS], reserve: -5n, needsCost: true },
} satisfies Partial<Record<keyof UnitEconomicsRow['unitEconomics'], OfUnits>>

/** Of other settlements, so that all of it is new. */
const renamed = ({ settlements, facts }: RandomLedger): RandomLedger => ({
  settlements: settlements.map(({ settlement, ...one }) => ({
    ...one,
    settlement: { ...settlement, id: `8${settlement.id}` },
  })),
  facts,
})

/** Every settlement leads from its net profit to its payout, line by line. */
async function expectPayouts(
  sums: AddedUp,
  company: TestCompany,
  { settlements }: RandomLedger,
): Promise<void> {
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
    sums.expectParts(
      'rows',
      id,
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
