import fc from 'fast-check'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { UnreadableFile } from '../reports/report-type.ts'
import {
  CHARACTER_SETS,
  PACKINGS,
  collected,
  isLinear,
  separated,
  sourceOf,
  tabbed,
  v2Rows,
} from '../testing.ts'
import { openReport } from './open-report.ts'

/** Reads everything; what is wrong with a file may only show as `UnreadableFile` or as refused rows. */
async function outcome(bytes: Uint8Array, fileName = 'a.bin', chunkBytes = 500): Promise<string> {
  try {
    const opened = await openReport(sourceOf(bytes, chunkBytes), fileName, { marketplace: 'US' })
    await collected<unknown>(opened.kind === 'lines' ? opened.bytes : opened.records)
    return opened.type.id
  } catch (error) {
    if (error instanceof UnreadableFile && error.message.length > 10) return error.code
    throw error
  }
}

const facts = JSON.stringify({
  company: { fx_policy: 'DAILY' },
  settlement_lines: [{ amount: 1.5 }, { amount: '2' }],
})

const traffic = JSON.stringify({
  reportSpecification: {
    dataStartTime: '2026-03-01',
    dataEndTime: '2026-03-01',
    marketplaceIds: ['A1PA6795UKMFR9'],
  },
  salesAndTrafficByDate: [{ date: '2026-03-01', trafficByDate: { sessions: 5 } }],
  salesAndTrafficByAsin: [{ parentAsin: 'B0', trafficByAsin: { sessions: 5 } }],
})
const businessReport = 'Date,Ordered Product Sales,Sessions\n03/01/2026,"$1,234.50",5\n03/02/2026,$1.50,x\n'

const FILES: Record<string, Buffer> = {
  'plain settlement': Buffer.from(tabbed(v2Rows())),
  'settlement in UTF-16': CHARACTER_SETS['UTF-16LE']!(tabbed(v2Rows())),
  'settlement as CSV': Buffer.from(separated(v2Rows(), ',')),
  'gzip settlement': PACKINGS['gzip']!(Buffer.from(tabbed(v2Rows()))),
  'zip settlement': PACKINGS['zip']!(Buffer.from(tabbed(v2Rows()))),
  'facts file': Buffer.from(facts),
  'report of stock': Buffer.from(
    separated(
      [
        ['sku', 'afn-fulfillable-quantity', 'afn-total-quantity'],
        ['MUG "12"', '9', '1,234'],
      ],
      ',',
    ),
  ),
  'report of fees': Buffer.from(
    'sku\tcurrency\tsales-price\testimated-fee-total\testimated-referral-fee-per-unit\nMUG\tEUR\t1.234,50\t--\t3,75\n',
  ),
  transactions: Buffer.from(
    '{"transactions":[{"transactionId":"T","transactionType":"Shipment","transactionStatus":"DEFERRED","postedDate":"2026-03-01T00:00:00Z","totalAmount":{"currencyAmount":1.5,"currencyCode":"EUR"},"breakdowns":[{"breakdownType":"A","breakdownAmount":{"currencyAmount":1},"breakdowns":[{"breakdownType":"Base","breakdownAmount":{"currencyAmount":1}}]}],"items":[{"contexts":[{"sku":"MUG"}]}]}]}',
  ),
  'report of listings': CHARACTER_SETS['Shift_JIS']!(
    '商品名\t出品ID\t出品者SKU\t価格\t商品IDタイプ\t商品ID\nマグカップ\tL1\tMUG\t1,980\t1\tB000000001\n',
  ),
  'items of the catalogue': Buffer.from(
    '{"asked":{"marketplaceId":"A1PA6795UKMFR9","asins":["B000000001","B000000002"]},"items":[{"asin":"B000000001","summaries":[{"marketplaceId":"A1PA6795UKMFR9","brand":"Harbour"}],"dimensions":[{"marketplaceId":"A1PA6795UKMFR9","package":{"weight":{"unit":"pounds","value":1.5}}}]}]}',
  ),
  'report of ages': Buffer.from(
    'snapshot-date\tsku\tavailable\tinv-age-0-to-90-days\tinv-age-366-to-455-days\tcurrency\tyour-price\testimated-ais-181-210-days\n2026-03-01\tMUG\t9\t5\t4\tEUR\t1.234,50\t0,5\n',
  ),
  'report of tax': Buffer.from(
    'UNIQUE_ACCOUNT_IDENTIFIER\tTRANSACTION_COMPLETE_DATE\tTRANSACTION_TYPE\tTRANSACTION_SELLER_VAT_NUMBER_COUNTRY\tPRICE_OF_ITEMS_VAT_RATE_PERCENT\nA\t31-03-2026\tSALE\tDE\t19\n',
  ),
  'report of promotions': Buffer.from(
    '{"promotions":[{"promotionId":"P","marketplaceId":"ATVPDKIKX0DER","startDateTime":"2026-03-01T00:00:00Z","includedProducts":[{"asin":"B01","productRevenue":1.5}]}]}',
  ),
  'report of searches': Buffer.from(
    '{"reportSpecification":{"marketplaceIds":["ATVPDKIKX0DER"]},"dataByAsin":[{"startDate":"2026-03-01","endDate":"2026-03-07","asin":"B000000001","searchQueryData":{"searchQuery":"mug"},"clickData":{"totalMedianClickPrice":{"amount":1.5,"currencyCode":"USD"}}}]}',
  ),
  'table of searches': Buffer.from(
    'ASIN or Product=["B000000001"],Reporting Range=["Weekly"]\nSearch Query,Search Query Score,Search Query Volume,Impressions: Total Count,Impressions: ASIN Count,Clicks: Total Count,Clicks: ASIN Count,Cart Adds: Total Count,Cart Adds: ASIN Count,Purchases: Total Count,Purchases: ASIN Count,Reporting Date\n"mug",1,1,1,1,1,1,1,1,1,,2026-03-07\n',
  ),
  'report of returns': Buffer.from(
    'return-date\torder-id\tsku\tquantity\tdetailed-disposition\n2026-03-08T09:00:00+00:00\tO-1\tMUG\t1\tSELLABLE\n',
  ),
  'sales and traffic report': Buffer.from(traffic),
  'advertising report': Buffer.from(
    '[{"date":"2026-03-01","campaignId":468170906203317123,"cost":2.51,"sales7d":3},{"date":"2026-03-01","cost":"x"}]',
  ),
  'report of the advertising console': Buffer.from(
    'Date,Campaign ID,Currency,Clicks,Spend\n"Mar 1, 2026","=""46""",USD,3,$2.51\n03/02/2026,,,x,1\n',
  ),
  'business report': Buffer.from(businessReport),
}

test.each(Object.entries(FILES))('a %s that is cut at any byte ends in an answer', async (_, bytes) => {
  for (let length = 0; length < bytes.length; length++) await outcome(bytes.subarray(0, length))
})

test.each(Object.entries(FILES))('a %s with any bytes changed ends in an answer', async (_, bytes) => {
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
      const damaged = Buffer.from(bytes)
      for (const [at, byte] of changes) damaged[at] = byte
      await outcome(damaged)
    }),
    { numRuns: 100 },
  )
})

/** Text that patterns could go back and forth in, in files in which it is looked at. */
const LONG: Record<string, (length: number) => string> = {
  'a name in a facts file': (length) => `{"expenses":[{"name":"x${' '.repeat(length)}y"}]}`,
  'a text beside a long number': (length) =>
    `{"expenses":[{"amount":12345678901234567890,"name":"${'\\"'.repeat(length / 2)}\\\n"}]}`,
  'a number of traffic': (length) =>
    `{"salesAndTrafficByDate":[{"date":"2026-03-01","trafficByDate":{"sessions":"1${' '.repeat(length)}x"}}]}`,
  'a share of advertising': (length) =>
    `[{"date":"2026-03-01","campaignId":1,"cost":1,"sales7d":1,"topOfSearchImpressionShare":"1${' '.repeat(length)}x"}]`,
  'what stands above a table of searches': (length) =>
    FILES['table of searches']!.toString().replace(/\["B0\d+"\]/, () => 'ASIN=['.repeat(length / 6)),
  'a date of the advertising console': (length) =>
    `Date range,Ad product,Campaign ID,Currency,Clicks,Spend\n"Mar 1, 2026${' '.repeat(length)}x",Sponsored Products,1,USD,3,1\n`,
  'a moment of a date range report': (length) =>
    `date/time,settlement id,type,order id,sku,description,quantity,marketplace,product sales,selling fees,fba fees,other,total\n"Mar${' '.repeat(length)}x",1,Order,O,MUG,Mug,1,amazon.com,1,0,0,0,1\n`,
  'an amount': (length) => tabbed(v2Rows((text) => (text.endsWith('9') ? `1${' '.repeat(length)}1` : text))),
}

test.each(Object.entries(LONG))('%s is read in the time of its length', async (_, file) => {
  expect(await isLinear((length) => outcome(Buffer.from(file(length)), 'a.bin', 65_536))).toBe(true)
})

test('settings that are nested by the thousands are refused as one row', async () => {
  const nested = '['.repeat(200_000) + ']'.repeat(200_000)
  expect(await outcome(Buffer.from(`{"company":{"fx_policy":${nested}}}`), 'a.bin', 65_536)).toBe(
    'facts_file',
  )
})

test('a workbook that is cut or changed ends in an answer', async () => {
  const rows = v2Rows().map((row) => row.map((value) => ({ value })))
  const workbook = await writeExcelFile(rows).toBuffer()
  expect(await outcome(workbook)).toBe('settlement_v2')
  const position = fc.nat(workbook.length - 1)
  await fc.assert(
    fc.asyncProperty(position, position, fc.nat(255), async (length, at, byte) => {
      await outcome(workbook.subarray(0, length))
      const damaged = Buffer.from(workbook)
      damaged[at] = byte
      await outcome(damaged)
    }),
    { numRuns: 60 },
  )
})

test('noise is no report, whatever it begins with', async () => {
  const start = fc.constantFrom('', '1f8b0800', '504b0304', '504b0506', 'fffe', 'efbbbf', '7b22')
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 2000 }), async (magic, noise) => {
      const code = await outcome(Buffer.concat([Buffer.from(magic, 'hex'), noise]))
      expect(['EMPTY_FILE', 'UNKNOWN_HEADER', 'UNDECODABLE', 'DAMAGED_ARCHIVE']).toContain(code)
    }),
    { numRuns: 300 },
  )
})

test('any text is read to its end', async () => {
  const word = fc.constantFrom(
    'settlement-id',
    'date',
    'USD',
    'sku',
    '"',
    '\t',
    ',',
    ';',
    '\n',
    '{',
    '[',
    ':',
    '1,5',
    'Ü',
    '\r',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (words) => {
      await outcome(Buffer.from(words.join('')))
    }),
    { numRuns: 300 },
  )
})
