import type { FactTable } from '../facts.ts'
import { FACTS, FACT_TABLES, readingOf } from '../facts.ts'
import type { CompanySettings } from '../facts.ts'
import { plainNumber } from '../files/decimal-text.ts'
import type { JsonPart } from '../files/json-rows.ts'
import { jsonParts } from '../files/json-rows.ts'
import { RefusedRecord, readCell } from './cells.ts'
import { emptyRow, refused } from './fact-records.ts'
import type { FactRecord, FileHead, RecordReportType } from './report-type.ts'

/**
 * Our own format: `{"settlement_lines": [{…}], "company": {…}}` with the tables and columns of the warehouse. Numbers
 * may be JSON numbers or text; an empty or missing value is none. The line number is the row's place in its table.
 */
export const factsFile: RecordReportType = {
  kind: 'records',
  id: 'facts_file',
  label: 'Facts file (JSON)',
  source: 'FACTS',
  recognise,
  read: (input) => facts(jsonParts(input.text())),
}

const KEYS = [...FACT_TABLES, 'company'].join('|')

function recognise({ text, fileName, format }: FileHead): boolean {
  if (format !== 'text' || !/^\s*\{\s*(?:"|\}|$)/.test(text)) return false
  const knownKey = RegExp(String.raw`"(?:${KEYS})"\s*:\s*[[{]`)
  return knownKey.test(text) || (/facts/i.test(fileName) && /^\s*\{\s*"[a-z0-9_]+"\s*:\s*\[/.test(text))
}

async function* facts(parts: AsyncIterable<JsonPart>): AsyncGenerator<FactRecord> {
  for await (const part of parts) {
    try {
      yield factOf(part)
    } catch (error) {
      if (!(error instanceof RefusedRecord)) throw error
      yield refused(part.index ?? 1, error.message, part.text, isTable(part.key) ? part.key : undefined)
    }
  }
}

const isTable = (key: string): key is FactTable => Object.hasOwn(FACTS, key)

function factOf(part: JsonPart): FactRecord {
  const { key, index, problem } = part
  if (problem) throw new RefusedRecord(problem)
  if (key === 'company') return { company: settingsOf(parse(part.text)) }
  if (!isTable(key)) throw new RefusedRecord(`${key}: not read by this version`)
  const row = parse(part.text)
  if (index === null) throw new RefusedRecord(`${key}: a list of rows is expected`)

  const unknown = Object.keys(row).filter((column) => readingOf(key, column) === undefined)
  if (unknown.length > 0) throw new RefusedRecord(`${key} has no column ${unknown.join(', ')}`)
  const values = emptyRow(key)
  for (const [column, value] of Object.entries(row)) values[column] = valueOf(key, column, value)
  return { table: key, lineNumber: index, part: 0, values }
}

/** A number with more digits than a JavaScript number surely holds. */
const LONG_NUMBER = /[:[,]\s*-?[\d.]{16}/

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

function parse(text: string): Record<string, unknown> {
  const exact = LONG_NUMBER.test(text)
    ? text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`))
    : text
  let value: unknown
  try {
    value = JSON.parse(exact)
  } catch {
    throw new RefusedRecord('Not valid JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new RefusedRecord('An object in { } is expected')
  }
  return value as Record<string, unknown>
}

function valueOf(table: FactTable, column: string, value: unknown): string | null {
  if (value === null) return null
  const text = typeof value === 'number' ? (plainNumber(String(value)) ?? String(value)) : value
  if (typeof text !== 'string' && typeof text !== 'boolean') {
    throw new RefusedRecord(`${column}: a plain value is expected`)
  }
  return readCell(column, String(text), readingOf(table, column)!)
}

const SETTINGS: Record<keyof CompanySettings, (value: unknown) => boolean> = {
  establishment_country: (value) => value === null || (typeof value === 'string' && /^[A-Z]{2}$/.test(value)),
  fee_vat_recoverable: (value) => typeof value === 'boolean',
  default_currency: (value) => value === null || (typeof value === 'string' && /^[A-Z]{3}$/.test(value)),
  fx_policy: (value) => value === 'DAILY' || value === 'LATEST',
}

function settingsOf(value: Record<string, unknown>): CompanySettings {
  for (const [name, setting] of Object.entries(value)) {
    if (!Object.hasOwn(SETTINGS, name)) throw new RefusedRecord(`company has no setting ${name}`)
    if (!SETTINGS[name as keyof CompanySettings](setting))
      throw new RefusedRecord(`company.${name}: ${JSON.stringify(setting)} is not possible`)
  }
  return value
}
