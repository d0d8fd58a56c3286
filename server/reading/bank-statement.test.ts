import { expect, test, vi } from 'vitest'
import { bankDay, dateOrderOf } from './bank-day.ts'
import { readBankStatement } from './bank-statement.ts'

const TODAY = '2026-06-30'
const read = (text: string | Uint8Array, columns = {}) =>
  readBankStatement(typeof text === 'string' ? new TextEncoder().encode(text) : text, columns, TODAY)
const rowsOf = async (text: string | Uint8Array, columns = {}) =>
  (await read(text, columns)).rows.map(({ day, amount, currency, text: words }) => [
    day,
    amount,
    currency,
    words,
  ])

test('statements of usual banks are read by their headings, in five languages', async () => {
  const german = [
    'Kontonummer;DE00;;;',
    '',
    'Buchungstag;Auftraggeber / Begünstigter;Verwendungszweck;Betrag;Währung',
    '31.03.2026;AMAZON PAYMENTS EUROPE;Zahlung 701;1.234,56;EUR',
    '01.04.26;Müller GmbH;Rechnung;-20,00;EUR',
  ].join('\r\n')
  const expected = ['2026-03-31', '1234.56', 'EUR', 'AMAZON PAYMENTS EUROPE · Zahlung 701']
  expect(await rowsOf(german)).toEqual([expected, ['2026-04-01', '-20', 'EUR', 'Müller GmbH · Rechnung']])
  // As banks wrote it before UTF-8.
  expect((await rowsOf(Buffer.from(german, 'latin1')))[1]![3]).toBe('Müller GmbH · Rechnung')
  expect(
    await rowsOf(
      'Date,Description,Paid in (GBP),Paid out\n03 Jan 2026,"AMAZON, UK","1,000.50",\n04 Jan 2026,Rent,,5\n',
    ),
  ).toEqual([
    ['2026-01-03', '1000.5', 'GBP', 'AMAZON, UK'],
    ['2026-01-04', null, 'GBP', 'Rent'],
  ])
  expect(await rowsOf("Date d'opération;Libellé;Montant (EUR)\n13/01/2026;VIR AMAZON;1 000,50")).toEqual([
    ['2026-01-13', '1000.5', 'EUR', 'VIR AMAZON'],
  ])
  expect(await rowsOf('Fecha operación\tConcepto\tImporte\tDivisa\n13-01-2026\tAMAZON\t10,00\tEUR')).toEqual([
    ['2026-01-13', '10', 'EUR', 'AMAZON'],
  ])
  expect(await rowsOf('Data contabile;Descrizione;Importo;Divisa\n13.01.2026;AMAZON;10,00;EUR')).toEqual([
    ['2026-01-13', '10', 'EUR', 'AMAZON'],
  ])
})

test('a column that says debit or credit gives amounts their sign, where they have none of their own', async () => {
  const amountsOf = async (text: string) => (await rowsOf(text)).map(([, amount]) => amount)
  const german = 'Buchungstag;Verwendungszweck;Währung;Umsatz; \n'
  expect(
    await amountsOf(`${german}01.03.2026;AMAZON Gebühr;EUR;100,00;S\n02.03.2026;AMAZON;EUR;100,00;H\n`),
  ).toEqual(['-100', '100'])
  const english = 'Date,Description,Type,Amount,Currency\n'
  expect(
    await amountsOf(`${english}2026-03-01,AMAZON,Debit,100.00,GBP\n2026-03-02,AMAZON,Credit,100.00,GBP\n`),
  ).toEqual(['-100', '100'])
  expect(
    await amountsOf(`${english}2026-03-01,AMAZON,Debit,100.00,GBP\n2026-03-02,AMAZON,Transfer,5.00,GBP\n`),
  ).toEqual(['100', '5'])
})

test('one row back does not turn the others, whether debits are written below zero or above it', async () => {
  const head = 'Date,Description,Type,Amount,Currency\n'
  const amountsOf = async (rows: readonly string[]) =>
    (await rowsOf(head + rows.map((row) => `2026-03-01,AMAZON,${row},GBP\n`).join(''))).map(
      ([, amount]) => amount,
    )
  expect(await amountsOf(['CR,120.00', 'DR,39.00', 'DR,0.00', 'DR,-3.00'])).toEqual(['120', '-39', '0', '3'])
  expect(await amountsOf(['CR,120.00', 'CR,-20.00', 'DR,39.00'])).toEqual(['120', '-20', '-39'])
  expect(await amountsOf(['CR,120.00', 'DR,-39.00', 'DR,-8.00', 'DR,3.00'])).toEqual([
    '120',
    '-39',
    '-8',
    '3',
  ])
})

test('a balance among rows that say debit or credit is none of them', async () => {
  const reading = async (text: string) => {
    const { rows, problems } = await read(text)
    return { amounts: rows.map(({ amount }) => amount), problems }
  }
  const statement = (amounts: readonly [string, string, string]) =>
    [
      'Date;Description;Note;Amount;Currency;Type',
      `2026-03-01;AMAZON payout;;${amounts[0]};EUR;CR`,
      `2026-03-02;Amazon Ads direct debit;;${amounts[1]};EUR;DR`,
      `2026-03-31;Closing balance;C;${amounts[2]};EUR;`,
      ';Closing balance;;900.00;EUR;Balance',
    ].join('\n')
  const problems = [
    { lineNumber: 4, reason: 'The row says neither debit nor credit' },
    { lineNumber: 5, reason: 'The row has no day' },
  ]
  expect(await reading(statement(['120.00', '39.00', '900.00']))).toEqual({
    amounts: ['120', '-39'],
    problems,
  })
  expect(await reading(statement(['120.00', '-39.00', '900.00']))).toEqual({
    amounts: ['120', '-39'],
    problems,
  })
})

test('of separate columns for money in and out the rows of both are read, and a column without any amount is not chosen', async () => {
  const shortly = async (text: string) => {
    const { rows, questions } = await read(text)
    return { rows: rows.map(({ day, amount }) => `${day} ${amount}`), questions }
  }
  const debits = '31.03.2026;Miete;;900,00;\n'
  const both = `${debits}01.04.2026;AMAZON;;;120,50\n`
  for (const name of ['Betrag', 'Notiz']) {
    const head = `Datum;Verwendungszweck;${name};Soll;Haben EUR\n`
    expect(await shortly(head + both), name).toEqual({
      rows: ['2026-03-31 null', '2026-04-01 120.5'],
      questions: [],
    })
    expect(await shortly(head + debits), name).toEqual({
      rows: ['2026-03-31 null'],
      questions: [],
    })
  }
  // Where nothing says which column has the amounts instead, somebody is asked.
  expect(await shortly('Datum;Betrag EUR;Eingang\n31.03.2026;;120,50\n')).toEqual({
    rows: [],
    questions: ['amount', 'currency'],
  })
  // A row that could not be read is none, with an amount or without.
  const { rows, problems } = await read('Date,Paid in,Currency\n2026-02-30,,EUR\n2026-02-01,,XXX\n')
  expect([rows, problems.length]).toEqual([[], 2])
})

test('what headings leave open is asked, and rows that can not be read are named', async () => {
  const open = await read('A,B,C\n01/02/2026,10.00,AMAZON\n')
  expect(open.questions).toEqual(['date', 'amount', 'currency'])
  expect(open.rows).toEqual([])
  const told = { date: 0, amount: 1, texts: [2], currencyCode: 'USD' as const }
  expect((await read('A,B,C\n01/02/2026,10.00,AMAZON\n', told)).questions).toEqual(['dateOrder'])
  const answered = await read('A,B,C\n01/02/2026,10.00,AMAZON\n', { ...told, dateOrder: 'MDY' })
  expect(answered.rows).toMatchObject([{ day: '2026-01-02', amount: '10', text: 'AMAZON', lineNumber: 2 }])

  const { rows, problems } = await read(
    'Date,Amount,Currency\n2026-02-30,1,EUR\n2026-02-01,x,EUR\n2026-02-02,2,XXX\n2026-02-03,3,EUR\n,9,EUR',
  )
  expect(rows.map(({ lineNumber }) => lineNumber)).toEqual([5])
  expect(problems.map(({ lineNumber, reason }) => `${lineNumber} ${reason}`)).toEqual([
    '2 "2026-02-30" is no day',
    '3 "x" is no amount',
    '4 "XXX" is no currency of Amazon’s payouts',
    '6 The row has no day',
  ])
})

test('days are read in the order that the file shows, and only where it shows one', () => {
  const orderOf = (...cells: string[]) => dateOrderOf(cells, TODAY)
  expect(orderOf('01/02/2026', '13/02/2026')).toBe('DMY')
  expect(orderOf('01/02/2026', '02/13/2026')).toBe('MDY')
  expect(orderOf('01/02/2026')).toBeNull()
  expect(orderOf('01.02.2026')).toBe('DMY')
  expect(orderOf('15.02.26')).toBe('DMY')
  // A point of the time is none of the day.
  for (const time of ['10:15:30.123', '10:15 a.m.']) expect(orderOf(`03/04/2026 ${time}`), time).toBeNull()
  // A year of two digits stands at either end, unless it would be one that nobody has a statement of.
  expect(orderOf('26-03-31', '26-04-01')).toBe('YMD')
  expect(orderOf('26.03.31')).toBe('YMD')
  expect(orderOf('31-03-26')).toBe('DMY')
  expect(orderOf('15-03-26')).toBeNull()
  // Days of one file that contradict each other decide nothing, and one with the year first says nothing of others.
  expect(orderOf('13/02/2026', '02/13/2026')).toBeNull()
  expect(orderOf('2026-02-13', '01/02/2026')).toBeNull()
  expect(orderOf('2026-02-13')).toBe('YMD')
  expect(bankDay('26-03-31', 'YMD')).toBe('2026-03-31')
  expect(bankDay('31/03/2026', 'YMD')).toBeUndefined()
  expect(bankDay('02/13/2026', 'MDY')).toBe('2026-02-13')
  expect(bankDay('20260213', 'DMY')).toBe('2026-02-13')
  expect(bankDay('13-Févr-26', 'DMY')).toBe('2026-02-13')
  expect(bankDay('2026-02-13T10:00:00', 'DMY')).toBe('2026-02-13')
  for (const none of ['', '31.02.2026', '1.1.1', 'yesterday', '2026'])
    expect(bankDay(none, 'DMY')).toBeUndefined()
})

test('looking for the headings costs as much as there are cells, however few words of them are known', async () => {
  const [rows, words] = [20, 60]
  const odd = (row: number, delimiter: string) =>
    Array.from({ length: words }, (_, index) => `w${'x'.repeat(row + index)}eur`).join(delimiter)
  const text = Array.from({ length: rows }, (_, row) =>
    [';', ',', '\t'].map((one) => odd(row, one)).join(' '),
  )
  const replacing = vi.spyOn(String.prototype, 'replace')
  await read(text.join('\n'))
  const replaced = replacing.mock.calls.length
  replacing.mockRestore()
  // The file is taken apart by each of the three delimiters, and a cell is cleaned and made a plain word.
  expect(replaced / (rows * words * 3)).toBeLessThan(10)
})

test('a day that is still to come is none of a statement', async () => {
  const { rows, problems } = await read(
    'Date,Amount,Currency\n2026-06-30,1,EUR\n2026-07-01,2,EUR\n26-03-31,3,EUR\n',
    { dateOrder: 'DMY' },
  )
  expect(rows.map(({ day }) => day)).toEqual(['2026-06-30'])
  expect(problems).toEqual([
    { lineNumber: 3, reason: '2026-07-01 is still to come' },
    { lineNumber: 4, reason: '2031-03-26 is still to come' },
  ])
})

test('what is no statement is refused, and what it says is text', async () => {
  await expect(read(Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) % 256))).rejects.toThrow()
  await expect(read('')).rejects.toThrow()
  const many = `Date,Amount,Currency\n${'2026-01-01,1,EUR\n'.repeat(20_001)}`
  await expect(read(many)).rejects.toThrow('more than 20000 rows')
  expect(await rowsOf('Date,Amount,Currency,Memo\n2026-01-01,1,EUR,"=HYPERLINK(""x"")"')).toEqual([
    ['2026-01-01', '1', 'EUR', '=HYPERLINK("x")'],
  ])
})
