/** Files that are nearly reports: each is read to its end or refused in words, none crashes the reader or keeps it. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openReport, UnreadableFile, writeProductCostTemplate } from '#amazon/index.ts'
import { sourceOf, zipOf } from '#amazon/testing.ts'
import { casesOf, printedSeed } from './support/drawn-cases.ts'
import { mutants } from './support/mutants.ts'
import {
  dateRangeFile,
  other,
  refund,
  sale,
  v2File,
  wideFile,
  type Settlement,
} from './support/settlement-file.ts'

const MUTANTS = casesOf(1_000, 1_000_000)
/** A file of a few kilobytes that takes this long is one that never ends. */
const EACH_MS_MAX = 30_000
const TIMEOUT_MS = 60_000 + MUTANTS * 20

const settlement: Settlement = {
  id: '90000000001',
  start: '2026-03-01',
  end: '2026-03-15',
  currency: 'USD',
  entries: [
    ...sale({
      order: '111-0000000-0000001',
      sku: 'GRÖSSE "M"',
      at: '2026-03-02 10:11:12',
      units: 2,
      marketplace: 'Amazon.com',
      amounts: {
        'ItemPrice Principal': '1234.56',
        'ItemPrice Tax': '100.00',
        'ItemFees Commission': '-184.07',
      },
    }),
    ...refund({
      order: '111-0000000-0000001',
      at: '2026-03-10 09:00:00',
      marketplace: 'Amazon.com',
      amounts: { 'ItemPrice Principal': '-617.28', 'ItemFees Commission': '92.04' },
    }),
    other('Storage Fee', '-33.10', '2026-03-07 21:05:15'),
  ],
}
const v2 = v2File(settlement)
const orders = [
  'amazon-order-id\tpurchase-date\tlast-updated-date\torder-status\tsales-channel\tsku\tquantity\tcurrency\titem-price',
  ...['Shipped', 'Pending', 'Cancelled'].map(
    (status, index) =>
      `302-${index}\t2026-03-02T10:00:00+00:00\t2026-03-03T10:00:00+00:00\t${status}\tAmazon.de\tA-${index}\t1\tEUR\t9.99`,
  ),
  '',
].join('\n')
const facts = {
  company: { establishment_country: 'DE' },
  settlement_lines: settlement.entries.map(({ type, at, amount }) => ({
    transaction_type: type,
    posted_at: at,
    amount,
  })),
  product_costs: [{ sku: 'A', valid_from: '2026-01-01', currency: 'EUR', manufacturing: 1.5 }],
}

const FILES: Record<string, Buffer> = {
  'settlement.txt': Buffer.from(v2),
  'settlement-wide.txt': Buffer.from(wideFile(settlement)),
  'settlement-europe.txt': Buffer.from(
    v2File(settlement, { decimalMark: ',', moments: 'DMY', lineEnd: '\r\n' }),
  ),
  'settlement.csv': Buffer.from(v2.replaceAll('"', '""').replaceAll('\t', ',')),
  'settlement-utf16.txt': Buffer.from(`\ufeff${v2}`, 'utf16le'),
  'settlement.txt.gz': gzipSync(v2),
  'settlement.zip': zipOf({ name: 'settlement.txt', data: v2 }),
  'transactions.csv': Buffer.from(dateRangeFile(settlement)),
  'orders.txt': Buffer.from(orders),
  'costs.csv': Buffer.from(
    'sku,valid_from,currency,manufacturing,note\n"A ""1""",2026-01-01,EUR,1.50,"first,\nsecond"\nB,2026-01-01,EUR,2,\n',
  ),
  'costs.xlsx': Buffer.from(await writeProductCostTemplate()),
  'rates.csv': Buffer.from('rate_date,currency,usd_per_unit\n2026-01-02,EUR,1.0999\n2026-01-05,GBP,1.2348\n'),
  'facts.json': Buffer.from(JSON.stringify(facts)),
}

/** What becomes of a file: the type it was read as, or why not. */
async function outcomeOf(bytes: Buffer, fileName: string): Promise<string> {
  try {
    const opened = await openReport(sourceOf(bytes, 700), fileName)
    if (opened.kind === 'lines') {
      let count = 0
      for await (const chunk of opened.bytes) count += chunk.length
      expect(count).toBeLessThanOrEqual(4 * bytes.length + 100_000)
      return opened.type.id
    }
    for await (const record of opened.records) {
      if ('refused' in record) expect(record.refused).toMatch(/.{5}/)
      if ('lineNumber' in record) expect(record.lineNumber).toBeGreaterThan(0)
    }
    return opened.type.id
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    expect(error.message).toMatch(/.{15}/)
    return error.code
  }
}

test(
  `${MUTANTS} mutated files are read to their end or refused`,
  async () => {
    const seed = printedSeed()
    const names = Object.keys(FILES)
    const outcomes = new Map<string, number>()
    let made = 0
    for (const bytes of mutants(Object.values(FILES), seed, MUTANTS)) {
      const name = names[made % names.length]!
      const started = performance.now()
      let timer: NodeJS.Timeout | undefined
      const hang = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('It is not read to its end.')), EACH_MS_MAX)
      })
      const outcome = await Promise.race([outcomeOf(bytes, name), hang]).catch((error: unknown) => {
        throw new Error(`Mutant ${made} of ${name}, ${bytes.toString('base64')}`, { cause: error })
      })
      clearTimeout(timer)
      expect(performance.now() - started, `mutant ${made} of ${name}`).toBeLessThan(EACH_MS_MAX)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      made++
    }
    console.info([...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(', '))
    expect(made).toBe(MUTANTS)
    // Some of each: mutants that are no longer reports at all would prove little.
    for (const type of [
      'settlement_v2',
      'settlement_wide',
      'date_range',
      'facts_file',
      'product_costs',
      'UNKNOWN_HEADER',
    ]) {
      expect(outcomes.get(type) ?? 0, type).toBeGreaterThan(MUTANTS / 200)
    }
  },
  TIMEOUT_MS,
)
