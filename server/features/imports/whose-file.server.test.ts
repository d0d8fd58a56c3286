/** Whose a file is that does not say its seller account: what it says decides, and where it says nothing a person does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { oneSaleFile } from '#test/support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const AMERICAN = oneSaleFile('90000000021').replaceAll('Amazon.de', 'Amazon.com').replaceAll('EUR', 'USD')

/** Of Europe, and where it is asked for of North America too. */
async function companyOf(...files: string[]): Promise<TestCompany> {
  const company = await server.company()
  for (const file of files)
    expect(await company.import('settlement.txt', file)).toMatchObject({ status: 'PUBLISHED' })
  return company
}

const JAPANESE_HEADINGS =
  '"日付/時間","決済番号","トランザクションの種類","注文番号","SKU","説明","数量","Amazon 出品サービス","フルフィルメント","市町村","都道府県","郵便番号","税金徴収型","商品売上","商品の売上税","配送料","配送料の税金","ギフト包装手数料","ギフト包装クレジットの税金","Amazonポイントの費用","プロモーション割引額","プロモーション割引の税金","源泉徴収税を伴うマーケットプレイス","手数料","FBA 手数料","トランザクションに関するその他の手数料","その他","合計"'
const SALE_IN_JAPAN =
  '"2025/06/08 10:23:05JST","33001","注文","249-0000001-0000001","CUP","コップ","1","amazon.jp","Amazon","","","","","1,200","0","0","0","0","0","0","0","0","0","-180","-400","0","0","620"'
const FEE_IN_JAPAN =
  '"2025/06/09 10:23:05JST","33001","注文外料金","","","月額","","","","","","","","0","0","0","0","0","0","0","0","0","0","0","0","0","-500","-500"'

test.each([
  // Of 1,200 with a tenth of tax in them, less fees.
  ['the name of its marketplace', [JAPANESE_HEADINGS, SALE_IN_JAPAN].join('\n'), '510.909091'],
  ['its currency', ['"指定のない場合、単位は円"', JAPANESE_HEADINGS, FEE_IN_JAPAN].join('\n'), '-500'],
])('%s decides, whatever accounts there are', async (_, file, profit) => {
  const company = await companyOf(oneSaleFile(), AMERICAN)
  expect(await company.import('june.csv', file)).toMatchObject({
    status: 'PUBLISHED',
    account: 'Far East',
    asksMarketplace: false,
    counts: { read: 1, kept: expect.any(Number), refused: 0 },
  })
  const { lines } = await company.pnl({ from: '2025-06-08', to: '2025-06-09', currency: 'JPY' })
  expect(lines.netProfit).toBe(profit)
})

const NAMELESS = [
  'date/time,settlement id,type,order id,sku,description,quantity,marketplace,product sales,selling fees,other,total',
  '"Jun 8, 2025 10:23:05 AM JST",33001,Service Fee,,,Subscription,,,0,0,-500,-500',
].join('\n')

test.each([
  ['several accounts', [oneSaleFile(), AMERICAN]],
  ['one account', [oneSaleFile()]],
  ['no account', []],
])('a file without marketplace and currency is asked for its marketplace: %s', async (_, files) => {
  const company = await companyOf(...files)
  const asked = await company.import('june.csv', NAMELESS)
  expect(asked).toMatchObject({
    status: 'NEEDS_ANSWER',
    asksMarketplace: true,
    accountChoices: [],
    problem: { text: 'The file names no marketplace. Choose the one it belongs to.' },
  })
  const answer = (more: object) =>
    server.operator.imports.answer({ companyId: company.id, importId: asked.id, ...more })
  await expect(answer({ account: 'Europe', marketplace: 'JP' })).rejects.toThrow('Answer with')
  await answer({ marketplace: 'JP' })
  await server.queue.ended(company.id, asked.id)
  expect(await company.importRecord(asked.id)).toMatchObject({
    status: 'PUBLISHED',
    account: 'Far East',
    asksMarketplace: false,
    counts: { read: 1, kept: 1, refused: 0 },
  })
  const { lines } = await company.pnl({ from: '2025-06-08', to: '2025-06-08', currency: 'JPY' })
  expect(lines.accountLevel).toBe('-500')
})

const LEDGER_BY_WAREHOUSE = [
  'Date\tFNSKU\tMSKU\tDisposition\tStarting Warehouse Balance\tFound\tLost\tDamaged\tDisposed\tEnding Warehouse Balance\tLocation',
  '06/08/2025\tX001\tMUG-1\tSELLABLE\t20\t0\t-1\t0\t0\t19\tFRA1',
].join('\n')

test('an inventory ledger belongs to the account of its countries, and by warehouse to the only one there is', async () => {
  const company = await companyOf(oneSaleFile())
  const own = await company.import('warehouses.txt', LEDGER_BY_WAREHOUSE)
  expect(own).toMatchObject({ status: 'PUBLISHED', account: 'Europe' })
  const american = LEDGER_BY_WAREHOUSE.replace('FRA1', 'US')
  expect(await company.import('countries.txt', american)).toMatchObject({
    status: 'PUBLISHED',
    account: 'North America',
  })
  expect(await company.import('more.txt', `${LEDGER_BY_WAREHOUSE}\n`)).toMatchObject({
    status: 'NEEDS_ANSWER',
    asksMarketplace: true,
  })
})
