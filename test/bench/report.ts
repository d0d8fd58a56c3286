import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { sectionText, type Section } from './measure.ts'
import { inTemporary, openAt } from './place.ts'

const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
const HEAD = `# Performance

Written by \`npm run bench\`; do not edit. \`npm run bench -- --only import\`, \`smallImport\`, \`pnl\`, \`money\`, \`dashboards\`, \`memory\`, \`files\`, \`signIn\`, \`overload\`, \`table\`,
\`pages\` or \`companies\` measures one part anew and leaves the others, and \`--small\` takes smaller inputs. Each part says where and
how it was run. Times on one machine say little about another; ratios of runs in turns say more. The aims stand whether
they are met or not.
`

/** Where and how a part is run, as a sentence; to be made before it begins. */
export async function circumstances(name: string, small: boolean): Promise<string> {
  const engine = await inTemporary(async (directory) => {
    await using installation = await openAt(join(directory, 'data'))
    const [row] = await installation.services.analytics.rows<{ version: string }>(
      'SELECT version() AS version',
    )
    return row!.version
  })
  const command = `npm run bench -- --only ${name}${small ? ' --small' : ''}`
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const load = loadavg()[0]!
  const company =
    load > 0.5
      ? ` The machine was shared with other work: its load was ${load.toFixed(1)} as this began.`
      : ''
  return `\`${command}\` on ${machine}, Node ${process.versions.node}, engine ${engine}, ${new Date().toISOString().slice(0, 10)}.${company}`
}

/** Puts what a part found into the document and leaves the other parts. */
export async function keep(
  parts: readonly string[],
  name: string,
  sections: readonly Section[],
  about: string,
): Promise<void> {
  const former = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : ''
  const partOf = (part: string) => {
    const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
    if (part === name)
      return [begin, ...sections.map((section) => sectionText(section)), about, end].join('\n\n')
    const from = former.indexOf(begin)
    return from === -1 ? undefined : former.slice(from, former.indexOf(end) + end.length)
  }
  const text = [HEAD, ...parts.map(partOf).filter((part) => part !== undefined)].join('\n\n')
  writeFileSync(DOCUMENT, await format(text, { parser: 'markdown' }))
}
