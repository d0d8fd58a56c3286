// `npm run bench [-- --only import|pnl|memory] [--small]`: measures the program beside the bare engine.
import { parseArgs } from 'node:util'
import { importSpeed } from './import-speed.ts'
import { sectionText, type Section } from './measure.ts'

const PARTS: Record<string, (options: { small: boolean }) => Promise<Section[]>> = { import: importSpeed }

const { values } = parseArgs({
  options: { only: { type: 'string' }, small: { type: 'boolean', default: false } },
})
const names = values.only ? [values.only] : Object.keys(PARTS)
for (const name of names) {
  const part = PARTS[name]
  if (!part) throw new Error(`There is no part "${name}": choose one of ${Object.keys(PARTS).join(', ')}.`)
  for (const section of await part({ small: values.small })) console.log(`${sectionText(section)}\n`)
}
