import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FACT_TABLES, FACTS, type FactTable } from '#amazon/index.ts'
import { getCompany, liveImports, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { vatPeriods } from './rates.ts'
import { storedFile, type Services } from './services.ts'

const PAGE_ROWS = 50_000

/**
 * Writes what counts for a company into a directory: `facts.json` in the form that `sextant import` takes, and the files
 * as they came under `originals/`. Both are complete when the function resolves; nothing half-written has a final name.
 */
export async function exportCompany(
  services: Services,
  companyId: string,
  directory: string,
): Promise<{ directory: string; files: number; rows: number }> {
  const company = await getCompany(services.accounts, companyId)
  if (!company) throw new AppError('COMPANY_UNKNOWN')
  const originals = join(directory, 'originals')
  await mkdir(originals, { recursive: true }).catch((error: Error) => {
    throw new AppError('DIRECTORY_UNUSABLE', { reason: `${directory} can't be written: ${error.message}` })
  })
  const live = await liveImports(services.accounts, company)
  for (const record of live) {
    const name = `${record.id}-${basename(record.fileName).replace(/[^\p{L}\p{N}._ -]/gu, '_')}`
    await pipeline(
      storedFile(services, companyId, record.fileSha256)(),
      createWriteStream(join(originals, `${name}.part`)),
    )
    await rename(join(originals, `${name}.part`), join(originals, name))
  }
  let rows = 0
  const attempts = live.map((record) => record.attemptVersion!)
  async function* text() {
    const { establishmentCountry, feeVatRecoverable, defaultCurrency, fxPolicy } = company!
    yield `{\n"company": ${JSON.stringify({
      establishment_country: establishmentCountry,
      fee_vat_recoverable: feeVatRecoverable,
      default_currency: defaultCurrency,
      fx_policy: fxPolicy,
    })}`
    for (const table of FACT_TABLES.filter((name) => name !== 'settlements')) {
      yield `,\n"${table}": [`
      let first = true
      for await (const row of table === 'vat_rates'
        ? vatRateRows(services, company!, attempts)
        : factRows(services, companyId, table, attempts)) {
        yield `${first ? '' : ','}\n${JSON.stringify(row)}`
        first = false
        rows++
      }
      yield '\n]'
    }
    yield '\n}\n'
  }
  await pipeline(text(), createWriteStream(join(directory, 'facts.json.part')))
  await rename(join(directory, 'facts.json.part'), join(directory, 'facts.json'))
  return { directory, files: live.length, rows }
}

/** Imported rates, and in place of a marketplace's own what the company has entered for it. */
async function* vatRateRows(
  services: Services,
  company: Company,
  attempts: number[],
): AsyncGenerator<Record<string, unknown>> {
  const entered = new Set<string>(company.vatRates.map(({ marketplace }) => marketplace))
  const isEntered = (marketplace: unknown, sku: unknown) => !sku && entered.has(String(marketplace))
  for await (const row of factRows(services, company.id, 'vat_rates', attempts))
    if (!isEntered(row['marketplace'], row['sku'])) yield row
  for (const period of await vatPeriods(services.analytics, company.id, attempts, company.vatRates)) {
    const { marketplace, rate, validFrom, validTo } = period
    if (isEntered(marketplace, period.sku))
      yield { marketplace, rate, valid_from: validFrom, ...(validTo && { valid_to: validTo }) }
  }
}

/** Readable rows that count, page by page; empty cells are left out. */
async function* factRows(
  { analytics }: Services,
  companyId: string,
  table: FactTable,
  attempts: number[],
): AsyncGenerator<Record<string, unknown>> {
  const columns = Object.keys(FACTS[table]).map((column) => {
    const stored = table === 'exchange_rates' && column === 'source' ? 'publisher' : column
    // A row of a settlement has no id of its own; where it stands names it.
    const value =
      column === 'line_id'
        ? `if(line_id != '', line_id, concat(settlement_id, ':', toString(import_id), ':', toString(line_no), ':', toString(part)))`
        : stored
    return `ifNull(toString(${value}), '') AS ${column}_`
  })
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const page = await analytics.rows<Record<string, string>>(
      `SELECT ${columns.join(', ')} FROM ${table}
       WHERE company_id = {companyId:String} AND problem = '' AND import_id IN {attempts:Array(UInt64)}
       ORDER BY import_id, line_no, part LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
      { params: { companyId, attempts, limit: PAGE_ROWS, offset } },
    )
    for (const row of page) {
      yield Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) => (value === '' ? [] : [[name.slice(0, -1), value]])),
      )
    }
    if (page.length < PAGE_ROWS) return
  }
}
