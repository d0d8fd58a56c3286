import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { fold } from '../files/header.ts'
import { CHARACTER_SETS, collected, separated, sourceOf } from '../testing.ts'
import { LANGUAGES, spellingsOf } from './date-range-languages.ts'
import { dateRange } from './date-range.ts'
import type { FactRecord, OpenOptions } from './report-type.ts'

async function read(file: string | Buffer, options: OpenOptions = {}): Promise<FactRecord[]> {
  const opened = await openReport(sourceOf(file), 'transactions.csv', options)
  expect(opened.type.id).toBe('date_range')
  return opened.kind === 'records' ? collected(opened.records) : []
}

/** Type, heading, description, amount, quantity of each ledger row. */
const amountsOf = (records: FactRecord[]) =>
  records.map((record) => {
    if (!('values' in record)) return record
    const { transaction_type, amount_type, amount_description, amount, quantity } = record.values
    return [transaction_type, amount_type, amount_description, amount, quantity]
  })

const common = (record: FactRecord | undefined) => {
  if (!record || !('values' in record)) return record
  const { posted_at, settlement_id, order_id, marketplace, sku, currency, fulfillment_channel, status } =
    record.values
  return { posted_at, settlement_id, order_id, marketplace, sku, currency, fulfillment_channel, status }
}

const US_HEADINGS =
  'date/time,settlement id,type,order id,sku,description,quantity,marketplace,account type,fulfillment,tax collection model,product sales,product sales tax,shipping credits,shipping credits tax,gift wrap credits,giftwrap credits tax,Regulatory Fee,Tax On Regulatory Fee,promotional rebates,promotional rebates tax,marketplace withheld tax,selling fees,fba fees,other transaction fees,other,total'.split(
    ',',
  )
const US_PREAMBLE = [
  '"Includes Amazon Marketplace, Fulfillment by Amazon (FBA), and more"',
  '"All amounts in USD, unless specified"',
  'Definitions:',
  'Other: Includes "non-order" amounts.',
].join('\n')

const us = (...rows: string[][]) => `${US_PREAMBLE}\n${separated([US_HEADINGS, ...rows], ',')}`
const sale = [
  'Jun 8, 2025 10:23:05 PM PDT',
  '7001',
  'Order',
  '114-0000001-0000001',
  'MUG',
  'A mug, blue',
  '2',
  'amazon.com',
  'Standard Orders',
  'Amazon',
  'MarketplaceFacilitator',
  '1,014.90',
  '1.04',
  '0',
  '0',
  '0',
  '0',
  '0',
  '0',
  '-1.89',
  '0',
  '-1.04',
  '-2.24',
  '-4.85',
  '0',
  '0',
  '1005.92',
]

test('each amount of a transaction becomes a ledger row under the heading of its column', async () => {
  const records = await read(us(sale))
  expect(amountsOf(records)).toEqual([
    ['Order', 'product sales', 'A mug, blue', '1014.9', '2'],
    ['Order', 'product sales tax', 'A mug, blue', '1.04', null],
    ['Order', 'promotional rebates', 'A mug, blue', '-1.89', null],
    ['Order', 'marketplace withheld tax', 'A mug, blue', '-1.04', null],
    ['Order', 'selling fees', 'A mug, blue', '-2.24', null],
    ['Order', 'fba fees', 'A mug, blue', '-4.85', null],
  ])
  expect(records.map((record) => 'part' in record && record.part)).toEqual([0, 1, 10, 12, 18, 19])
  expect(common(records[0])).toEqual({
    posted_at: '2025-06-09 05:23:05',
    settlement_id: '7001',
    order_id: '114-0000001-0000001',
    marketplace: 'amazon.com',
    sku: 'MUG',
    currency: 'USD',
    fulfillment_channel: 'AFN',
    status: null,
  })
})

test('amounts that do not add up to the total are refused with both sums', async () => {
  expect(await read(us(sale.with(26, '7.81')))).toMatchObject([
    {
      refused: 'total: 7.81, but the amounts of the line add up to 1005.92',
      lineNumber: 6,
      table: 'settlement_lines',
    },
  ])
})

test('an order id that a spreadsheet destroyed goes on as it stands, for the ledger to leave out and to name', async () => {
  expect(common((await read(us(sale.with(3, '1.21146E+18'))))[0])).toMatchObject({ order_id: '1.21146E+18' })
})

test('rows without a marketplace take the currency of the file', async () => {
  const transfer = [
    'Jun 9, 2025 1:00:00 AM PDT',
    '7001',
    'Transfer',
    '',
    '',
    'To your account',
    '',
    '',
    '',
    '',
    '',
    ...Array<string>(14).fill('0'),
    '-500',
    '-500',
  ]
  const records = await read(us(transfer))
  expect(amountsOf(records)).toEqual([['Transfer', 'other', 'To your account', '-500', null]])
  expect(common(records[0])).toMatchObject({ currency: 'USD', marketplace: null, order_id: null })
})

test('a file without a currency asks for its marketplace', async () => {
  const bare = separated([US_HEADINGS, sale.with(7, '')], ',')
  expect(await read(bare)).toMatchObject([{ refused: expect.stringContaining('no currency') }])
  expect(common((await read(bare, { marketplace: 'CA' }))[0])).toMatchObject({ currency: 'CAD' })
})

const germanFile = [
  '"Alle Beträge in Euro sofern nicht anders gekennzeichnet"',
  '"Datum/Uhrzeit","Abrechnungsnummer","Typ","Bestellnummer","SKU","Beschreibung","Menge","Marketplace","Versand","Ort der Bestellung","Bundesland","Postleitzahl","Steuererhebungsmodell","Umsätze","Produktumsatzsteuer","Gutschrift für Versandkosten","Steuer auf Versandgutschrift","Gutschrift für Geschenkverpackung","Steuer auf Geschenkverpackungsgutschriften","Rabatte aus Werbeaktionen","Steuer auf Aktionsrabatte","Einbehaltene Steuer auf Marketplace","Verkaufsgebühren","Gebühren zu Versand durch Amazon","Andere Transaktionsgebühren","Andere","Gesamt","Transaktionsstatus","Freigabedatum der Transaktion"',
  '"08.06.2025 22:23:05 UTC","22001","Bestellung","028-0000001-0000001","TASSE","Becher","1","amazon.de","Verkäufer","","","","","1.016,80","3,19","0","0","0","0","0","0","0","-2,52","0","0","0","1.017,47","Freigegeben","15.06.2025 22:23:05 UTC"',
  '"09.06.2025 22:23:05 UTC","22001","Servicegebühr","","","Werbekosten","","amazon.de","","","","","","0","0","0","0","0","0","0","0","0","0","0","-20,00","0","-20,00","Aufgeschoben",""',
  '"10.06.2025 22:23:05 UTC","22001","Übertrag","","","An Konto","","","","","","","","0","0","0","0","0","0","0","0","0","0","0","0","-997,47","-997,47","",""',
].join('\n')

test.each(['UTF-8', 'windows-1252'])('a German file in %s gives English names', async (set) => {
  const records = await read(CHARACTER_SETS[set]!(germanFile))
  expect(amountsOf(records)).toEqual([
    ['Order', 'product sales', 'Becher', '1016.8', '1'],
    ['Order', 'product sales tax', 'Becher', '3.19', null],
    ['Order', 'selling fees', 'Becher', '-2.52', null],
    ['Service Fee', 'other transaction fees', 'Cost of Advertising', '-20', null],
    ['Transfer', 'other', 'An Konto', '-997.47', null],
  ])
  expect(common(records[0])).toMatchObject({
    posted_at: '2025-06-08 22:23:05',
    currency: 'EUR',
    fulfillment_channel: 'MFN',
    status: 'RELEASED',
  })
  expect(common(records[3])).toMatchObject({ status: 'DEFERRED' })
  expect(common(records[4])).toMatchObject({ currency: 'EUR', marketplace: null })
})

const japaneseFile = [
  '"Amazon 出品サービス、フルフィルメント by Amazon (FBA)"',
  '"指定のない場合、単位は円"',
  '"日付/時間","決済番号","トランザクションの種類","注文番号","SKU","説明","数量","Amazon 出品サービス","フルフィルメント","市町村","都道府県","郵便番号","税金徴収型","商品売上","商品の売上税","配送料","配送料の税金","ギフト包装手数料","ギフト包装クレジットの税金","Amazonポイントの費用","プロモーション割引額","プロモーション割引の税金","源泉徴収税を伴うマーケットプレイス","手数料","FBA 手数料","トランザクションに関するその他の手数料","その他","合計"',
  '"2025/06/08 10:23:05JST","33001","注文","249-0000001-0000001","CUP","コップ","1","amazon.co.jp","Amazon","","","","","1,200","0","0","0","0","0","-12","0","0","0","-180","-400","0","0","608"',
  '"2025/06/09 10:23:05JST","33001","振込み","","","口座へ","","","","","","","","0","0","0","0","0","0","0","0","0","0","0","0","0","-608","-608"',
].join('\n')

test.each(['UTF-8', 'Shift_JIS'])('a Japanese file in %s gives English names', async (set) => {
  const records = await read(CHARACTER_SETS[set]!(japaneseFile))
  expect(amountsOf(records)).toEqual([
    ['Order', 'product sales', 'コップ', '1200', '1'],
    ['Order', 'Points', 'PointsGranted', '-12', null],
    ['Order', 'selling fees', 'コップ', '-180', null],
    ['Order', 'fba fees', 'コップ', '-400', null],
    ['Transfer', 'other', '口座へ', '-608', null],
  ])
  expect(common(records[0])).toMatchObject({
    posted_at: '2025-06-08 01:23:05',
    currency: 'JPY',
    marketplace: 'amazon.co.jp',
  })
})

const turkishFile = [
  '"Tüm tutarlar aksi belirtilmedikçe TRY"',
  '"tarih/saat","hesap kesim no","tip","sipariş no.","sku","açıklama","adet","pazar yeri","gönderim","sipariş şehri","sipariş durumu","sipariş postası","ürün satışları","kargo kredileri","promosyon indirimleri","satış ücretleri","Amazon Lojistik ücretleri","diğer işlem ücretleri","diğer","toplam","İşlem durumu","İşlem çıkış tarihi"',
  '"1 Haz 2026 12:55:55 UTC","2712","Sipariş","405-0000001-0000001","FİNCAN","Fincan","2","amazon.com.tr","Satıcı","Ankara","","","4.199,80","0","-100,00","-705,58","0","-7,20","0","3.387,02","Oluşturuldu","9 Haz 2026 14:47:17 UTC"',
  '"2 Ağu 2026 07:38:30 UTC","2712","Hizmet Ücreti","","","Reklam Maliyeti","","","","","","","0","0","0","0","0","-14,18","-2,84","-17,02","Oluşturuldu","2 Ağu 2026 07:38:30 UTC"',
].join('\n')

test('a Turkish transaction that is not released is refused, since nobody knows that it is deferred', async () => {
  const [waiting, released] = await read(turkishFile.replace('"9 Haz 2026 14:47:17 UTC"', '""'))
  expect(waiting).toMatchObject({
    refused:
      'İşlem durumu: "Oluşturuldu" without a date of release may be deferred, a word that is not known in this language; download the report in English',
  })
  expect(common(released)).toMatchObject({ status: 'RELEASED' })
})

test('a Turkish file gives English names', async () => {
  const records = await read(turkishFile)
  expect(amountsOf(records)).toEqual([
    ['Order', 'product sales', 'Fincan', '4199.8', '2'],
    ['Order', 'promotional rebates', 'Fincan', '-100', null],
    ['Order', 'selling fees', 'Fincan', '-705.58', null],
    ['Order', 'other transaction fees', 'Fincan', '-7.2', null],
    ['Service Fee', 'other transaction fees', 'Cost of Advertising', '-14.18', null],
    ['Service Fee', 'other', 'Cost of Advertising', '-2.84', null],
  ])
  expect(common(records[0])).toMatchObject({
    posted_at: '2026-06-01 12:55:55',
    currency: 'TRY',
    sku: 'FİNCAN',
    status: 'RELEASED',
    fulfillment_channel: 'MFN',
  })
  expect(common(records[4])).toMatchObject({ posted_at: '2026-08-02 07:38:30', currency: 'TRY' })
})

const brazilianFile = [
  '"Todos os valores em BRL, salvo indicação em contrário"',
  '"data/hora","id de liquidação","tipo","id do pedido","sku","descrição","quantidade","mercado","tipo de conta","atendimento","cidade do pedido","estado do pedido","postal do pedido","vendas do produto","créditos de remessa","créditos de embalagem de presente","descontos promocionais","imposto de vendas coletados","tarifas de venda","taxas fba","taxas de outras transações","outro","total","Status da transação","Data de liberação da transação"',
  '"26 de mar. de 2026 06:46:03 GMT-7","261","Pedido","701-0000001-0000001","MUG","Caneca","1","amazon.com.br","Visa","Amazon","Sao Paulo","SP","01000","1.059,99","0","0","0","0","-7,20","-5,00","0","0","1.047,79","Diferido",""',
  '"29 de mar. de 2026 06:46:03 GMT-7","264","Reembolso","701-0000001-0000001","MUG","Caneca","1","amazon.com.br","Visa","Amazon","Sao Paulo","SP","01000","-50,00","0","0","0","0","6,00","2,50","0","0","-41,50","Liberado","30 de mar. de 2026 06:46:03 GMT-7"',
].join('\n')

test('a Brazilian file gives English names', async () => {
  const records = await read(brazilianFile)
  expect(amountsOf(records)).toEqual([
    ['Order', 'product sales', 'Caneca', '1059.99', '1'],
    ['Order', 'selling fees', 'Caneca', '-7.2', null],
    ['Order', 'fba fees', 'Caneca', '-5', null],
    ['Refund', 'product sales', 'Caneca', '-50', '1'],
    ['Refund', 'selling fees', 'Caneca', '6', null],
    ['Refund', 'fba fees', 'Caneca', '2.5', null],
  ])
  expect(common(records[0])).toMatchObject({
    posted_at: '2026-03-26 13:46:03',
    currency: 'BRL',
    status: 'DEFERRED',
    fulfillment_channel: 'AFN',
  })
  expect(records[3]).toMatchObject({ values: { released_at: '2026-03-30 13:46:03', status: 'RELEASED' } })
})

const polishFile = [
  '"Wszystkie kwoty w PLN, o ile nie określono inaczej"',
  '"data/godzina","identyfikator rozliczenia","typ","identyfikator zamówienia","sku","opis","ilość","rynek","realizacja","miejscowość zamówienia","stan zamówienia","przekaz pocztowy","sprzedaż produktów","noty kredytowe za wysyłkę","środki na pokrycie pakowania na prezent","rabaty promocyjne","pobrany podatek od sprzedaży","podatek od transakcji marketplace facilitator","opłaty za sprzedaż","opłaty za FBA","inne opłaty transakcyjne","inne","suma","status transakcji","data zrealizowania transakcji"',
  '"3 paź 2026 22:23:05 UTC","9001","Zamówienie","403-0000001-0000001","KUBEK","Kubek","1","amazon.pl","Amazon","","","","1 234,50","0","0","0","283,94","0","-185,18","-12,00","0","0","1 321,26","",""',
  '"4 paź 2026 22:23:05 UTC","9001","Opłata za usługę","","","Koszt reklamy","","","","","","","0","0","0","0","0","0","0","0","-20,00","0","-20,00","",""',
].join('\n')

test('a Polish file gives English names', async () => {
  const records = await read(polishFile)
  expect(amountsOf(records)).toEqual([
    ['Order', 'product sales', 'Kubek', '1234.5', '1'],
    ['Order', 'sales tax collected', 'Kubek', '283.94', null],
    ['Order', 'selling fees', 'Kubek', '-185.18', null],
    ['Order', 'fba fees', 'Kubek', '-12', null],
    ['Service Fee', 'other transaction fees', 'Cost of Advertising', '-20', null],
  ])
  expect(common(records[0])).toMatchObject({
    posted_at: '2026-10-03 22:23:05',
    currency: 'PLN',
    fulfillment_channel: 'AFN',
  })
})

test('taxes collected at source in India are named by their columns', async () => {
  const headings =
    'date/time,settlement id,type,order id,Sku,description,quantity,marketplace,account type,fulfillment,order city,order state,order postal,product sales,shipping credits,gift wrap credits,promotional rebates,Total sales tax liable(GST before adjusting TCS),TCS-CGST,TCS-SGST,TCS-IGST,TDS (Section 194-O),selling fees,fba fees,other transaction fees,other,total,Transaction Status,Transaction Release Date'.split(
      ',',
    )
  const row =
    '1 Aug 2026 3:44:19 pm UTC,44001,Order,403-0000001-0000001,CUP,Cup,1,amazon.in,Cash,Merchant,,,,761.86,0,0,0,137.14,0,0,-3.81,-0.78,0,0,0,0,894.41,Released,11 Aug 2026 7:12:14 am UTC'.split(
      ',',
    )
  const records = await read(`"All amounts in INR, unless specified"\n${separated([headings, row], ',')}`)
  expect(amountsOf(records)).toEqual([
    ['Order', 'product sales', 'Cup', '761.86', '1'],
    ['Order', 'sales tax collected', 'Cup', '137.14', null],
    ['Order', 'TCS-IGST', 'TCS-IGST', '-3.81', null],
    ['Order', 'TDS (Section 194-O)', 'TDS (Section 194-O)', '-0.78', null],
  ])
  expect(records[0]).toMatchObject({
    values: { released_at: '2026-08-11 07:12:14', status: 'RELEASED', fulfillment_channel: 'MFN' },
  })
})

test('every language has the headings that are needed, and none of them means two things', async () => {
  const needed = Object.entries(dateRange.columns!).filter(([, column]) => column.required)
  const english = LANGUAGES[0]!
  for (const { headings } of LANGUAGES) {
    const here = { ...english.headings, ...headings }
    // French calls the type and the total what English calls them.
    expect(needed.filter(([key]) => !(key in here))).toEqual([])
  }
  const folded = Object.entries(dateRange.columns!).flatMap(([key, { names }]) =>
    [...new Set(names.map(fold))].map((name) => [name, key] as const),
  )
  const twice = folded.filter(([name], index) => folded.findIndex(([other]) => other === name) !== index)
  expect(twice).toEqual([])
})

test('every type is translated to one English name', () => {
  const types = LANGUAGES.flatMap((language) =>
    Object.entries(language.types).flatMap(([to, from]) =>
      spellingsOf(from).map((name) => [fold(name), to] as const),
    ),
  )
  const ambiguous = types.filter(([name, to]) =>
    types.some(([other, otherTo]) => other === name && otherTo !== to),
  )
  expect(ambiguous).toEqual([])
})
