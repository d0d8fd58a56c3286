/** Settlements held against a bank's statement: what is kept of it, what is matched, and what a person says. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import type { BankMatch } from '#contract/bank-match.ts'
import { addMember, bankWords, listBankRows } from '#server/accounts/index.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { sale, settlementOfOne, v2File } from '#test/support/settlement-file.ts'

let server: TestServer
let company: TestCompany
beforeAll(async () => {
  server = await startTestServer()
  company = await server.company({ defaultCurrency: 'EUR' })
  for (const [id, month, amount] of [
    ['801', '03', '100.00'],
    ['802', '04', '250.50'],
    ['803', '05', '70.00'],
    ['804', '06', '40.00'],
  ] as const)
    await settle(company, id, month, amount)
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const settle = (of: TestCompany, id: string, month: string, amount: string) =>
  of.import(
    `${id}.txt`,
    v2File({
      id,
      start: `2025-${month}-01`,
      end: `2025-${month}-14`,
      currency: 'EUR',
      entries: sale({
        order: `302-00000${month}`,
        at: `2025-${month}-02 10:00:00`,
        marketplace: 'Amazon.de',
        amounts: { 'ItemPrice Principal': amount },
      }),
    }),
  )

const bank = () => server.operator.bankMatch
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const given = (content: string, fileName = 'bank.csv') => ({
  companyId: company.id,
  fileName,
  content: base64(content),
})
const inShort = ({ deposits }: BankMatch) =>
  deposits.map(({ settlementId, day, state, rows }) =>
    `${settlementId} ${day} ${state} ${rows.map((row) => row.day).join(' ')}`.trim(),
  )
const get = async (of = company) => bank().getData({ companyId: of.id })

const HEAD = 'Buchungstag;Name;Verwendungszweck;Betrag;Währung\n'
const MARCH = `${HEAD}01.03.2025;Vermieter;Miete März;-900,00;EUR
17.03.2025;AMAZON PAYMENTS;Auszahlung;100,00;EUR
18.03.2025;Erika Muster;Privat;55,00;EUR
16.04.2025;Bank AG;Gutschrift;250,50;EUR
17.04.2025;Amazon EU;Anderes;12,00;EUR
16.05.2025;AMAZON PAYMENTS;Auszahlung;69,00;EUR
31.05.2025;Vermieter;Miete;-900,00;EUR
`

test('a preview stores nothing, and an import keeps what could be a payout and nothing else', async () => {
  expect(inShort(await get())).toEqual([
    '804 2025-06-14 AWAITED',
    '803 2025-05-14 AWAITED',
    '802 2025-04-14 AWAITED',
    '801 2025-03-14 AWAITED',
  ])
  const preview = await bank().preview(given(MARCH))
  expect(preview).toMatchObject({ questions: [], rowsRead: 7, problemCount: 0, firstDay: '2025-03-01' })
  expect((await get()).imports).toEqual([])

  expect(await bank().importStatement(given(MARCH))).toEqual({ isNew: true, rowsAdded: 4 })
  const kept = await listBankRows(server.services.accounts, { id: company.id })
  // Who pays an amount that equals a payout by chance stays with the bank.
  const words = await bankWords(
    server.services.accounts,
    { id: company.id },
    kept.map(({ id }) => id),
  )
  expect(kept.map(({ id, day, amount }) => [day, amount, words.get(id)])).toEqual([
    ['2025-03-17', '100', 'AMAZON PAYMENTS · Auszahlung'],
    ['2025-04-16', '250.5', ''],
    ['2025-04-17', '12', 'Amazon EU · Anderes'],
    ['2025-05-16', '69', 'AMAZON PAYMENTS · Auszahlung'],
  ])
  const found = await get()
  expect(inShort(found)).toEqual([
    '804 2025-06-14 AWAITED',
    '803 2025-05-14 DIFFERS 2025-05-16',
    '802 2025-04-14 MATCHED 2025-04-16',
    '801 2025-03-14 MATCHED 2025-03-17',
  ])
  expect(found.withoutSettlement.map(({ amount }) => amount)).toEqual(['12'])
})

test('money that the bank has before the day that Amazon reckons has arrived, and is missing only where a statement has these days', async () => {
  const early = await server.company({ defaultCurrency: 'EUR' })
  // It ended on Thursday 28th; 48 hours later is a Saturday, and the money comes on Friday.
  await early.import(
    '805.txt',
    v2File({ ...settlementOfOne('805', '2025-08-14', '2025-08-28', '100.00'), deposit: '2025-08-30' }),
  )
  const state = async (first: string, ...rows: string[]) => {
    const statement = [`${HEAD}${first};Vermieter;Miete;-900,00;EUR`, ...rows, '15.09.2025;X;Y;-1,00;EUR\n']
    const { isNew } = await bank().importStatement({ ...given(statement.join('\n')), companyId: early.id })
    expect(isNew).toBe(true)
    return inShort(await get(early))
  }
  // On Thursday or Friday it may have come, and nobody has said what came then.
  expect(await state('30.08.2025')).toEqual(['805 2025-08-30 AWAITED'])
  expect(await state('28.08.2025')).toEqual(['805 2025-08-30 MISSING'])
  // Under the name of somebody else it is kept for its amount.
  expect(await state('28.08.2025', '29.08.2025;Payoneer;Gutschrift;85,00;EUR')).toEqual([
    '805 2025-08-30 MATCHED 2025-08-29',
  ])
})

test('days on which only debits stand are days of a statement with columns for both', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  await settle(seller, '821', '03', '100.00')
  const add = (...rows: string[]) =>
    bank().importStatement({
      ...given(['Datum;Verwendungszweck;Soll;Haben;Währung', ...rows, ''].join('\n')),
      companyId: seller.id,
    })
  expect(await add('14.03.2025;Miete;900,00;;EUR')).toEqual({ isNew: true, rowsAdded: 0 })
  expect(inShort(await get(seller))).toEqual(['821 2025-03-14 AWAITED'])
  await add('10.03.2025;Miete;900,00;;EUR', '16.03.2025;Kunde;;5,00;EUR', '21.03.2025;Strom;80,00;;EUR')
  const { imports, ...found } = await get(seller)
  expect(inShort({ imports, ...found })).toEqual(['821 2025-03-14 MISSING'])
  expect(
    imports.map(({ firstDay, lastDay, rowsRead, rowsKept }) => [firstDay, lastDay, rowsRead, rowsKept]),
  ).toContainEqual(['2025-03-10', '2025-03-21', 3, 0])
})

test('a payout is of the day that it is where the account sells', async () => {
  const american = await server.company({ defaultCurrency: 'USD' })
  const file = v2File({
    id: '90000000901',
    start: '2025-12-18',
    end: '2025-12-30',
    deposit: '2026-01-01',
    currency: 'USD',
    entries: sale({
      order: '112-0000001',
      at: '2025-12-20 10:00:00',
      marketplace: 'Amazon.com',
      amounts: { 'ItemPrice Principal': '85.00' },
    }),
  })
  // The evening of New Year's Eve in Los Angeles.
  const evening = file.replaceAll(/(2026.01.01|01.01.2026)(.)12:00:00/g, '$1$203:10:00')
  expect(evening).not.toBe(file)
  await american.import('901.txt', evening)
  expect((await get(american)).deposits.map(({ day }) => day)).toEqual(['2025-12-31'])
})

test('the same file counts once, rows of files that overlap count once, and undo leaves what another file holds', async () => {
  const before = await get()
  expect(await bank().importStatement(given(MARCH, 'again.csv'))).toEqual({ isNew: false, rowsAdded: 0 })
  expect(await get()).toEqual(before)
  const june = `${MARCH}18.06.2025;AMAZON PAYMENTS;Auszahlung;40,00;EUR\n30.06.2025;X;Y;-1,00;EUR\n`
  expect(await bank().importStatement(given(june, 'june.csv'))).toEqual({ isNew: true, rowsAdded: 5 })
  const both = await get()
  expect(inShort(both)[0]).toBe('804 2025-06-14 MATCHED 2025-06-18')
  expect(inShort(both).slice(1)).toEqual(inShort(before).slice(1))
  const march = both.imports.find(({ fileName }) => fileName === 'bank.csv')!
  await bank().undoImport({ companyId: company.id, importId: march.id })
  expect((await get()).deposits).toEqual(both.deposits)
  await expect(bank().undoImport({ companyId: company.id, importId: march.id })).rejects.toThrow(
    'no longer exists',
  )
})

test('a statement that is added again brings what has become a payout since, once, and goes as a whole', async () => {
  const late = await server.company({ defaultCurrency: 'EUR' })
  const statement = {
    ...given(`${HEAD}16.04.2025;Payoneer;Gutschrift;250,50;EUR\n17.04.2025;Amazon EU;Anderes;12,00;EUR\n`),
    companyId: late.id,
  }
  const again = () => bank().importStatement(statement)
  expect(await again()).toEqual({ isNew: true, rowsAdded: 1 })
  await settle(late, '802', '04', '250.50')
  expect(inShort(await get(late))).toEqual(['802 2025-04-14 AWAITED'])
  const added = await Promise.all([again(), again()])
  expect(added.map(({ rowsAdded }) => rowsAdded).toSorted((a, b) => a - b)).toEqual([0, 1])
  const found = await get(late)
  expect(inShort(found)).toEqual(['802 2025-04-14 MATCHED 2025-04-16'])
  expect(found.imports).toMatchObject([{ rowsRead: 2, rowsKept: 2 }])
  expect(await again()).toEqual({ isNew: false, rowsAdded: 0 })
  await bank().undoImport({ companyId: late.id, importId: found.imports[0]!.id })
  expect(await listBankRows(server.services.accounts, { id: late.id })).toEqual([])
})

test('a person confirms and takes it back, one row for one settlement', async () => {
  const { user, calls } = await server.person('accountant@example.com')
  await addMember(server.services.accounts, { id: company.id }, user, 'ACCOUNTANT')
  const differing = (await get()).deposits.find(({ settlementId }) => settlementId === '803')!
  const said = { companyId: company.id, rowId: differing.rows[0]!.id }
  await calls.bankMatch.confirm({ ...said, key: differing.key })
  expect((await get()).deposits.find(({ key }) => key === differing.key)).toMatchObject({
    state: 'CONFIRMED',
    confirmedBy: 'accountant@example.com',
    confirmedAt: server.now.toISOString(),
  })
  await expect(calls.bankMatch.confirm({ ...said, key: (await get()).deposits[0]!.key })).rejects.toThrow(
    'confirmed for another settlement',
  )
  await expect(calls.bankMatch.confirm({ ...said, key: 'nobody/1' })).rejects.toThrow('no longer exists')
  // Who has not seen the choice does not undo it, nor put another in its place; who has, may.
  const changed = { cause: { code: 'BANK_CHOICE_CHANGED' } }
  for (const rowId of [said.rowId, null])
    await expect(
      calls.bankMatch.confirm({ ...said, key: differing.key, rowId, seenRowId: null }),
    ).rejects.toMatchObject(changed)
  await calls.bankMatch.confirm({ ...said, key: differing.key, seenRowId: said.rowId })
  await calls.bankMatch.confirm({ companyId: company.id, key: differing.key, rowId: null })
  expect((await get()).deposits.find(({ key }) => key === differing.key)!.state).toBe('DIFFERS')
})

test('a row that was confirmed for a settlement whose import is gone is free again', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  const first = await settle(seller, '811', '03', '100.00')
  await bank().importStatement({ ...given(MARCH), companyId: seller.id })
  const row = (await listBankRows(server.services.accounts, { id: seller.id })).find(
    ({ amount }) => Number(amount) === 100,
  )!
  const confirm = async () => {
    const { deposits } = await get(seller)
    await bank().confirm({ companyId: seller.id, key: deposits[0]!.key, rowId: row.id })
    return inShort(await get(seller))
  }
  expect(await confirm()).toEqual(['811 2025-03-14 CONFIRMED 2025-03-17'])
  await seller.undo(first.id)
  await settle(seller, '812', '03', '100.00')
  expect(await confirm()).toEqual(['812 2025-03-14 CONFIRMED 2025-03-17'])
})

test('what is no statement is refused, and nobody sees or undoes what is of another company', async () => {
  const noise = Uint8Array.from({ length: 4000 }, (_, index) => (index * 7919) % 251)
  await expect(
    bank().preview({ companyId: company.id, fileName: 'x.csv', content: base64(noise) }),
  ).rejects.toThrow('could not be read')
  await expect(
    bank().preview({
      companyId: company.id,
      fileName: 'x.csv',
      content: base64(Buffer.alloc(2_000_001, 'a')),
    }),
  ).rejects.toThrow()
  await expect(bank().importStatement(given('A,B\n1,2\n'))).rejects.toThrow('First choose which columns')
  const stranger = await server.company({ defaultCurrency: 'EUR' })
  const [held] = (await get()).imports
  await expect(bank().undoImport({ companyId: stranger.id, importId: held!.id })).rejects.toThrow(
    'no longer exists',
  )
  expect(await get(stranger)).toEqual({
    deposits: [],
    withoutSettlement: [],
    withoutSettlementCount: 0,
    imports: [],
  })
  expect((await get()).imports).toHaveLength(1)
})

formTest(
  'a statement of many rows with long words makes no long answer, and none of a column that is named twice',
  async () => {
    const seller = await server.company({ defaultCurrency: 'EUR' })
    // No archive may be much smaller than what is in it.
    const noise = (index: number) => createHash('sha256').update(String(index)).digest('base64').slice(0, 20)
    const rows = Array.from(
      { length: 19_999 },
      (_, index) => `01.03.2025;;AMAZON ${noise(index).padEnd(300, 'w')};${index + 1},00;EUR`,
    )
    const content = gzipSync(`${HEAD}${rows.join('\n')}\n`).toString('base64')
    const file = { companyId: seller.id, fileName: 'bank.csv.gz', content }
    const columns = { date: 0, amount: 3, texts: [2, 2, 2, 2, 2], currency: 4 }
    await expect(bank().preview({ ...file, columns })).rejects.toThrow('Name each column once')
    const preview = await bank().preview(file)
    expect([preview.rowsRead, preview.rowsKept, preview.rows.length]).toEqual([19_999, 19_999, 50])
    expect(preview.rows[0]!.text).toHaveLength(200)
    await bank().importStatement(file)
    const found = await get(seller)
    expect([found.withoutSettlementCount, found.withoutSettlement[0]!.text.length]).toEqual([19_999, 200])
    for (const answer of [preview, found]) expect(JSON.stringify(answer).length).toBeLessThan(300_000)
  },
)
