/**
 * Before a release: appends what the bank has published since to the rates that come with the product. A day that is there
 * stays as it is; where the bank gives it otherwise now, nothing is written and a person decides.
 *
 *   npx tsx scripts/renew-rates.ts [address of the bank's history]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { readBankFile } from '#server/exchange-rates/bank-file.ts'
import { download } from '#server/exchange-rates/download.ts'

const FILE = new URL('../server/data/euro-reference-rates.csv', import.meta.url)
const [address = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.xml'] = process.argv.slice(2)

const text = readFileSync(FILE, 'utf8')
const [head = '', ...rows] = text.trimEnd().split('\n')
const currencies = head.split(',').slice(1)
const [newest = ''] = rows.at(-1)!.split(',')
const held = new Map(rows.map((row) => [row.split(',')[0], row]))

const days = await readBankFile(download(address), new Date().toISOString().slice(0, 10))
const written = ({ day, perEuro }: (typeof days)[number]) =>
  [day, ...currencies.map((currency) => perEuro[currency] ?? '')].join(',')
const differing = days.filter((one) => held.has(one.day) && held.get(one.day) !== written(one))
if (differing.length > 0) {
  console.error(
    `The bank gives ${differing.length} days otherwise than they stand here, the first ${differing[0]!.day}. Nothing was written.`,
  )
  process.exit(1)
}
const added = days.filter(({ day }) => day > newest)
writeFileSync(FILE, `${[head, ...rows, ...added.map(written)].join('\n')}\n`)
console.log(`${added.length} days were added; the rates end on ${added.at(-1)?.day ?? newest}.`)
