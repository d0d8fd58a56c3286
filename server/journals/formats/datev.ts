import { endOfMonth } from '#contract/date-range.ts'
import { quoted } from '#contract/delimited-text.ts'
import type { BookAccount } from '#contract/journal-accounts.ts'
import type { DatevSettings } from '#contract/journals.ts'
import {
  entriesToWrite,
  type BookedJournal,
  type FileQuestion,
  type JournalFile,
  type WrittenEntry,
} from './booked-journal.ts'
import { windows1252 } from './windows-1252.ts'

const HEADER_VERSION = 700
/** Of batches of bookings. */
const CATEGORY = 21
const FORMAT_VERSION = 13
const TEXT_LENGTH_MAX = 60

const numbered = (count: number, names: (number: number) => string[]): string[] =>
  Array.from({ length: count }, (_, index) => names(index + 1)).flat()

/** Its 125 fields. */
const HEADINGS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...numbered(8, (number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, (number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation - Inhalt ${number}`]),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
] as const

/**
 * DATEV's batch of bookings (EXTF), as developer.datev.de describes it under "Header" and "Buchungsstapel": a file for each
 * month, as it recommends; fields between semicolons, texts in quotation marks, decimal commas, Windows-1252. Days in the
 * head have eight digits, that of a booking is TTMM, whose year the head decides. A booking is an account against
 * another: each entry is one, against what balances its journal. Nothing is locked (`Festschreibung` 0).
 */
export function* datev({ journals, settings, now }: FileQuestion): Generator<JournalFile> {
  const of = settings.datev!
  const months = [...new Set(journals.map(({ month }) => month))].toSorted()
  for (const month of months) {
    const rows = journals.filter((journal) => journal.month === month).flatMap(bookings)
    const currency = settings.bookCurrency!
    const lines = [head(of, { month, currency, now }), HEADINGS.join(';'), ...rows]
    yield {
      name: `EXTF_Buchungsstapel_${month.slice(0, 7)}.csv`,
      content: windows1252(lines.map((line) => `${line}\r\n`).join('')),
    }
  }
}

const plain = (day: string): string => day.replaceAll('-', '')

function head(
  { consultantNumber, clientNumber, fiscalYearStart, accountLength }: DatevSettings,
  { month, currency, now }: { month: string; currency: string; now: Date },
): string {
  const begins = `${month.slice(0, 4)}-${fiscalYearStart}`
  const year = begins <= month ? begins : `${Number(month.slice(0, 4)) - 1}-${fiscalYearStart}`
  const empty = '""'
  return [
    '"EXTF"',
    HEADER_VERSION,
    CATEGORY,
    '"Buchungsstapel"',
    FORMAT_VERSION,
    now.toISOString().replace(/\D/g, ''),
    '',
    '"SX"',
    empty,
    empty,
    consultantNumber,
    clientNumber,
    plain(year),
    accountLength,
    plain(month),
    plain(endOfMonth(month)),
    quoted(`Amazon ${month.slice(0, 7)}`),
    empty,
    // Of financial accounting, for every kind of accounts, and not locked.
    1,
    0,
    0,
    quoted(currency),
    '',
    empty,
    '',
    '',
    empty,
    '',
    '',
    empty,
    empty,
  ].join(';')
}

function bookings(journal: BookedJournal): string[] {
  const entries = entriesToWrite(journal)
  // Lines that come to nothing need nothing to balance them.
  const balance = entries.findLast(({ kind }) => kind !== 'LINES') ?? entries.at(-1)
  return entries.flatMap((entry) =>
    entry === balance || entry.code === balance?.code ? [] : [booking(journal, entry, balance!)],
  )
}

function booking(journal: BookedJournal, entry: WrittenEntry, { code: against }: BookAccount): string {
  const cells: Partial<Record<(typeof HEADINGS)[number], string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': entry.amount.replace('.', ','),
    'Soll/Haben-Kennzeichen': quoted(entry.isDebit ? 'S' : 'H'),
    'WKZ Umsatz': quoted(journal.currency),
    Konto: entry.code,
    'Gegenkonto (ohne BU-Schlüssel)': against,
    'BU-Schlüssel': quoted(entry.taxCode === '' ? '' : entry.taxCode.padStart(4, '0')),
    Belegdatum: `${journal.date.slice(8)}${journal.date.slice(5, 7)}`,
    'Belegfeld 1': quoted(journal.number),
    Buchungstext: quoted(`Amazon ${entry.description}`.slice(0, TEXT_LENGTH_MAX)),
    Festschreibung: '0',
  }
  return HEADINGS.map((heading) => cells[heading] ?? '').join(';')
}
