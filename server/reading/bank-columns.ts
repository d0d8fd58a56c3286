import { CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'

/** Words of headings, from the plainest to the vaguest, without accents and signs: English, German, French, Spanish, Italian. */
const WORDS = {
  date: `buchungstag buchungsdatum bookingdate postingdate transactiondate completeddate dateoperation datedoperation
    datedeloperation datecomptable fechaoperacion fechadeoperacion fechacontable dataoperazione datacontabile datavaluta
    fechavalor valuedate datevaleur valutadatum date datum fecha data`,
  amount: 'betrag amount montant importe importo umsatz',
  /** Of two columns, one for money in and one for money out. */
  credit: `credit credits haben gutschrift avere accredito accrediti entrate abono abonos haber paidin moneyin
    creditamount`,
  text: `verwendungszweck paymentreference reference referenz libelle libelleoperation concepto conceptoampliado causale
    descrizione descripcion description transactiondescription memo narrative details detail buchungstext beschreibung
    communication motif observaciones`,
  payee: `auftraggeberbegunstigter auftraggeberbeguenstigter begunstigterzahlungspflichtiger beguenstigterzahlungspflichtiger auftraggeber zahlungspflichtiger
    namezahlungsbeteiligter zahlungsbeteiligter payee payer counterparty partnername name beneficiary emetteur tiers
    ordenante beneficiario ordinante controparte`,
  currency: 'wahrung waehrung currency devise monnaie divisa moneda ccy',
} as const

type Role = keyof typeof WORDS
const LISTS = Object.fromEntries(
  Object.entries(WORDS).map(([role, words]) => [role, words.split(/\s+/)]),
) as Record<Role, string[]>

export interface FoundColumns {
  date?: number
  /** Of amounts of either sign, and those of credits alone. */
  amounts: number[]
  credits: number[]
  currency?: number
  texts: number[]
  /** How many of the five were found; the greater, the more likely it is the line of headings. */
  count: number
}

/** A heading in the words above: no case, no accents, nothing in brackets. */
const plainWord = (heading: string): string =>
  heading
    .replace(/[([].*$/s, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z]/g, '')

const CURRENCY_AT_END = new RegExp(`(?:in)?(?:${CURRENCY_CODES.join('|').toLowerCase()})$`)

/**
 * Places of words by their names; of equal ones the first. `Betrag (EUR)`, `Betrag in EUR` and `Amount EUR` are there without
 * the currency that they end with, too. Sixty rows of any file are asked for their headings, so a word is taken apart once.
 */
function placesOf(cells: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [place, cell] of cells.entries()) {
    const word = plainWord(cell)
    for (const name of [word, word.replace(CURRENCY_AT_END, '')])
      if (!places.has(name)) places.set(name, place)
  }
  return places
}

export function columnsIn(cells: readonly string[]): FoundColumns {
  const places = placesOf(cells)
  const placesIn = (role: Role): number[] =>
    LISTS[role].map((name) => places.get(name)).filter((place) => place !== undefined)
  const [amounts, credits] = [placesIn('amount'), placesIn('credit')]
  const [date, text, payee, currency] = (['date', 'text', 'payee', 'currency'] as const).map(
    (role) => placesIn(role)[0],
  )
  const texts = [payee, text].filter((place) => place !== undefined)
  return {
    ...(date !== undefined && { date }),
    amounts,
    credits,
    ...(currency !== undefined && { currency }),
    texts,
    count: [date, amounts[0] ?? credits[0], text, payee, currency].filter((place) => place !== undefined)
      .length,
  }
}

/** What a cell says of the amount beside it. */
const DIRECTIONS = new Map<string, 'CREDIT' | 'DEBIT'>([
  ...[
    'h',
    'haben',
    'gutschrift',
    'credit',
    'credito',
    'c',
    'cr',
    'crdt',
    'abono',
    'haber',
    'avere',
    'accredito',
  ].map((word) => [word, 'CREDIT'] as const),
  ...[
    's',
    'soll',
    'lastschrift',
    'belastung',
    'debit',
    'debito',
    'd',
    'dr',
    'dbit',
    'cargo',
    'debe',
    'dare',
    'addebito',
  ].map((word) => [word, 'DEBIT'] as const),
])

export const directionIn = (cell: string): 'CREDIT' | 'DEBIT' | undefined => DIRECTIONS.get(plainWord(cell))

/**
 * The column that says of movements whether they are credits or debits: all that it says are such words, of at least half of
 * the rows. A balance between them has none.
 */
export function directionColumnIn(rows: readonly (readonly string[])[], width: number): number | undefined {
  const spoken = Array.from({ length: width }, (_, column) => {
    const words = rows.map((cells) => cells[column] ?? '').filter((cell) => cell !== '')
    return { column, words }
  })
  const [found] = spoken
    .filter(({ words }) => words.length * 2 >= rows.length && words.every((word) => directionIn(word)))
    .toSorted((a, b) => b.words.length - a.words.length)
  return found?.words.length ? found.column : undefined
}

/** The currency that the heading of amounts names: `Betrag (EUR)`. */
export const amountCurrencyIn = (heading: string): CurrencyCode | null =>
  CURRENCY_CODES.find((code) => new RegExp(`\\b${code}\\b`).test(heading.toUpperCase())) ?? null
