import { Command } from 'commander'
import type { SyncTasks } from '#contract/sync.ts'
import type { SourceProgress } from '#contract/connections.ts'
import { companyIdOf, companyOption } from './company-choice.ts'
import { EXIT, NotAllWell } from './failures.ts'
import { command, withClient } from './run.ts'
import { count, plural, printJson, say, tableText } from './terminal.ts'

interface Options {
  company?: string
  json?: true
}

export function syncCommand(): Command {
  const sync = new Command('sync').description('what is fetched from Amazon, and how far it is')
  sync.addCommand(
    command('status', 'say how far each source is, and what has failed', {
      example: 'sextant sync status --company "Acme Ltd"',
      attention: 'something was given up',
    })
      .addOption(companyOption())
      .action(({ company, json }: Options) =>
        withClient(async (client) => {
          const companyId = await companyIdOf(client, company)
          const sources = Object.values(await client.query('amazon.getSyncProgress', { companyId })).flat()
          const tasks = await client.query('operator.syncTasks', { companyId })
          if (json) printJson({ sources, ...tasks })
          else say(statusText(sources, tasks))
          const dead = tasks.counts['DEAD'] ?? 0
          if (dead > 0)
            throw new NotAllWell(EXIT.ATTENTION, [
              `${plural(dead, 'task was', 'tasks were')} given up. sextant sync retry tries again.`,
            ])
        }),
      ),
  )
  sync.addCommand(
    command('now', 'look for new data now', { example: 'sextant sync now --company "Acme Ltd"' })
      .addOption(companyOption())
      .action(({ company, json }: Options) =>
        withClient(async (client) => {
          await client.mutate('amazon.syncNow', { companyId: await companyIdOf(client, company) })
          if (json) printJson({ isAsked: true })
          else say('It is asked for. sextant sync status says how far it is.')
        }),
      ),
  )
  sync.addCommand(
    command('retry', 'try again what was given up', { example: 'sextant sync retry --company "Acme Ltd"' })
      .addOption(companyOption())
      .action(({ company, json }: Options) =>
        withClient(async (client) => {
          const companyId = await companyIdOf(client, company)
          const done = await client.mutate('amazon.retrySync', { companyId })
          if (json) printJson(done)
          else say(`${plural(done.retried, 'task is', 'tasks are')} tried again.`)
        }),
      ),
  )
  return sync
}

function statusText(sources: readonly SourceProgress[], { troubled }: SyncTasks): string {
  if (sources.length === 0) return 'Nothing is connected, so nothing is fetched.'
  const table = tableText(sources, [
    { heading: 'source', cell: ({ label }) => label },
    { heading: 'done', cell: ({ done, total }) => `${count(done)} of ${count(total)}` },
    { heading: 'to', cell: ({ reachesTo }) => reachesTo ?? '' },
    { heading: 'next', cell: ({ nextAt }) => nextAt ?? '' },
  ])
  const problems = troubled.map(
    ({ source, place, firstDay, lastDay, nextAt, problem }) =>
      `${[source, place, firstDay, 'to', lastDay].filter(Boolean).join(' ')}: ${problem} ${nextAt ? `Tried again at ${nextAt}.` : 'Given up.'}`,
  )
  return [table, ...problems].join('\n')
}
