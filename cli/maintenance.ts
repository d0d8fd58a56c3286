import { Command } from 'commander'
import type { Maintenance } from '#contract/admin.ts'
import { command, withClient } from './run.ts'
import { printJson, say } from './terminal.ts'

interface Options {
  note?: string
  json?: true
}

export function maintenanceCommand(): Command {
  const maintenance = new Command('maintenance').description(
    'close the installation to everybody but its administrators, and open it again',
  )
  maintenance.addCommand(
    command('on', 'begin maintenance; people see a page that says so', {
      example: 'sextant maintenance on --note "New disk"',
    })
      .option('--note <text>', 'why, for the other administrators')
      .action(({ note, json }: Options) => change({ isOn: true, ...(note && { note }) }, json)),
  )
  maintenance.addCommand(
    command('off', 'end maintenance', { example: 'sextant maintenance off' }).action(({ json }: Options) =>
      change({ isOn: false }, json),
    ),
  )
  maintenance.addCommand(
    command('status', 'say whether there is maintenance, and since when', {
      example: 'sextant maintenance status --json',
    }).action(({ json }: Options) =>
      withClient(async (client) => print(await client.query('threefinAdmin.getMaintenance'), json)),
    ),
  )
  return maintenance
}

const change = (input: { isOn: boolean; note?: string }, json: true | undefined) =>
  withClient(async (client) => print(await client.mutate('threefinAdmin.setMaintenance', input), json))

function print(maintenance: Maintenance, json: true | undefined): void {
  if (json) return printJson(maintenance)
  const { isOn, since, startedBy, note } = maintenance
  if (!isOn) return say('There is no maintenance: the installation is open.')
  say(`Under maintenance since ${since}, started by ${startedBy}.${note ? ` ${note}` : ''}`)
}
