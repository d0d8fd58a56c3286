// `npm run bench [-- --only import|smallImport|pnl|rows|money|dashboards|calls|memory|size|files|filters|signIn|overload|table|pages|companies] [--small]`: measures the program beside the bare engine.
import { parseArgs } from 'node:util'
import { calls } from './calls.ts'
import { companies } from './companies.ts'
import { dashboardSpeed } from './dashboard-speed.ts'
import { filesFromOutside } from './files-from-outside.ts'
import { filterSpeed } from './filter-speed.ts'
import { importMemory } from './import-memory.ts'
import { importSpeed } from './import-speed.ts'
import { sectionText, type Section } from './measure.ts'
import { moneySpeed } from './money-speed.ts'
import { overload } from './overload.ts'
import { pnlSpeed } from './pnl-speed.ts'
import { pageQuality } from './page-quality.ts'
import { circumstances, keep } from './report.ts'
import { rowsSpeed } from './rows-speed.ts'
import { signInSpeed } from './sign-in.ts'
import { smallImport } from './small-import.ts'
import { sizeOnDisk } from './size-on-disk.ts'
import { tableSpeed } from './table-speed.ts'

const PARTS: Record<string, (options: { small: boolean }) => Promise<Section[]>> = {
  import: importSpeed,
  smallImport,
  pnl: pnlSpeed,
  rows: rowsSpeed,
  money: moneySpeed,
  dashboards: dashboardSpeed,
  calls,
  memory: importMemory,
  size: sizeOnDisk,
  files: filesFromOutside,
  filters: filterSpeed,
  signIn: signInSpeed,
  overload,
  table: tableSpeed,
  pages: pageQuality,
  companies,
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, small: { type: 'boolean', default: false } },
})
const { only, small } = values
for (const name of only ? [only] : Object.keys(PARTS)) {
  const part = PARTS[name]
  if (!part) throw new Error(`There is no part "${name}": choose one of ${Object.keys(PARTS).join(', ')}.`)
  const about = await circumstances(name, small)
  const sections = await part({ small })
  console.log([...sections.map(sectionText), about, ''].join('\n\n'))
  await keep(Object.keys(PARTS), name, sections, about)
}
