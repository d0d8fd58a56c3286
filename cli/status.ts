import type { Command } from 'commander'
import type { InstallationStatus } from '#contract/operator.ts'
import { command, withClient } from './run.ts'
import { count, plural, printJson, say } from './terminal.ts'

export const statusCommand = (): Command =>
  command('status', 'version, engines, sizes, queue, last backup, age of the rates and free disk', {
    example: 'sextant status --json',
  }).action(({ json }: { json?: true }) =>
    withClient(async (client) => {
      const status = await client.query('operator.status')
      if (json) printJson(status)
      else say(textOf(status))
    }),
  )

const size = (bytes: number | null) => (bytes === null ? 'not known' : `${count(Math.round(bytes / 1e6))} MB`)

function textOf({
  version,
  node,
  engines,
  companies,
  imports,
  queue,
  sizes,
  lastBackup,
  verification,
  oldestRate,
}: InstallationStatus) {
  const states = Object.entries(imports).map(([state, n]) => `${count(n)} ${state.toLowerCase()}`)
  const waiting = `${plural(queue.waiting, 'import')} waiting, ${count(queue.running)} running`
  const lines = {
    Version: `${version} on Node ${node}`,
    Accounts: `${engines.accounts}, ${size(sizes.accounts)}`,
    Warehouse: `${engines.analytics}, ${size(sizes.analytics)}, ${sizes.rows === null ? 'rows not known' : plural(sizes.rows, 'row')}`,
    'Raw files': `${engines.files}, ${size(sizes.files)}`,
    'Free disk': size(sizes.freeDisk),
    Companies: count(companies),
    Imports: states.join(', ') || 'none',
    Queue:
      queue.oldestSeconds === null ? waiting : `${waiting}, the oldest for ${count(queue.oldestSeconds)} s`,
    Verified: verifiedText(verification),
    'Last backup': lastBackup ?? 'never',
    'Oldest rate': oldestRate ? `${oldestRate.currency} of ${oldestRate.day}` : 'none',
  }
  return Object.entries(lines)
    .map(([name, text]) => `${name.padEnd(12)}${text}`)
    .join('\n')
}

const verifiedText = ({
  agree,
  differ,
  notVerified,
  oldestAgreement,
}: InstallationStatus['verification']) => {
  const counts = [
    agree > 0 &&
      `${plural(agree, 'company', 'companies')} as the files say, the last time ${oldestAgreement} or later`,
    differ > 0 && `${plural(differ, 'company', 'companies')} NOT as the files say`,
    notVerified > 0 && `${count(notVerified)} not yet`,
  ].filter((text) => text !== false)
  return counts.join('; ') || 'nothing yet'
}
