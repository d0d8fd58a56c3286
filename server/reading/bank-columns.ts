import { CURRENCY_CODES, type CurrencyCode } from '#contract/currencies.ts'

/** Words of headings, from the plainest to the vaguest, without accents and signs: English, German, French, Spanish, Italian. */
const WORDS = {
  date: `buchungstag buchungsdatum bookingdate postingdate transactiondate completeddate dateoperation datedoperation
    datedeloperation datecomptable fechaoperacion fechadeoperacion fechacontable dataoperazione datacontabile datavaluta
    fechavalor valuedate datevaleur valutadatum date datum fecha data`,
  amount: `betrag amount montant importe importo umsatz credit credits haben gutschrift avere accredito accrediti entrate abono
    abonos haber paidin moneyin creditamount`,
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
  amount?: number
  currency?: number
  texts: number[]
  /** How many of the five were found; the greater, the more likely it is the line of headings. */
  count: number
}

/** A heading in the words above: no case, no accents, nothing in brackets. */
const plainWord = (heading: string): string =>
  heading
    .replace(/[([].*$/, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z]/g, '')

/** `Betrag (EUR)`, `Betrag in EUR` and `Amount EUR`: without the currency that a heading ends with. */
const withoutCurrency = (word: string): string =>
  word.replace(new RegExp(`(?:in)?(?:${CURRENCY_CODES.join('|').toLowerCase()})$`), '')

export function columnsIn(cells: readonly string[]): FoundColumns {
  const words = cells.map(plainWord)
  const placeOf = (role: Role): number | undefined => {
    const places = LISTS[role]
      .map((name) => words.findIndex((word) => word === name || withoutCurrency(word) === name))
      .filter((place) => place >= 0)
    return places[0]
  }
  const [date, amount, text, payee, currency] = (
    ['date', 'amount', 'text', 'payee', 'currency'] as const
  ).map(placeOf)
  const texts = [payee, text].filter((place) => place !== undefined)
  return {
    ...(date !== undefined && { date }),
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    texts,
    count: [date, amount, text, payee, currency].filter((place) => place !== undefined).length,
  }
}

/** What a cell says of an amount beside it that has no sign. */
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

/** The column that says of each row whether it is a credit or a debit: every one of its cells is such a word. */
export function directionColumnIn(rows: readonly (readonly string[])[], width: number): number | undefined {
  for (let column = 0; column < width; column++)
    if (rows.length > 0 && rows.every((cells) => directionIn(cells[column] ?? '') !== undefined))
      return column
  return undefined
}

/** The currency that the heading of amounts names: `Betrag (EUR)`. */
export const amountCurrencyIn = (heading: string): CurrencyCode | null =>
  CURRENCY_CODES.find((code) => new RegExp(`\\b${code}\\b`).test(heading.toUpperCase())) ?? null
