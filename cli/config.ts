import { Command } from 'commander'
import { configFrom, ConfigError } from '#server/config.ts'
import { readSettings } from '#server/settings.ts'
import { EXIT, NotAllWell } from './failures.ts'
import { command, run } from './run.ts'
import { printJson, say, tableText } from './terminal.ts'

export function configCommand(): Command {
  const config = new Command('config').description('the settings of the environment')
  config.addCommand(
    command('check', 'show each setting and where it comes from, with secrets masked, and what is wrong', {
      about: 'Ends with 2 when something is wrong: no server starts with it.',
      example: 'sextant config check',
    }).action(({ json }: { json?: true }) => run(async () => check(json ?? false))),
  )
  return config
}

function check(json: boolean): void {
  const { shown, problems } = readSettings(process.env)
  const all = problems.length > 0 ? problems : contradictions()
  if (json) printJson({ settings: shown, problems: all })
  else
    say(
      tableText(shown, [
        { heading: 'Setting', cell: ({ name }) => name },
        { heading: 'From', cell: ({ from }) => from },
        { heading: 'Value', cell: ({ value }) => value },
      ]),
    )
  if (all.length > 0) throw new NotAllWell(EXIT.USAGE, all)
}

/** What is wrong with settings that are right each by itself. */
function contradictions(): string[] {
  try {
    configFrom(process.env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [error.message]
  }
}
