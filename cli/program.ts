import { Command } from 'commander'
import { auditCommand } from './audit.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { callCommand } from './call.ts'
import { VERSION } from '#server/version.ts'
import { companyCommand } from './company.ts'
import { configCommand } from './config.ts'
import { completionCommand } from './completion.ts'
import { costTemplateCommand } from './cost-template.ts'
import { demoCommand } from './demo.ts'
import { explainCommand } from './explain.ts'
import { importCommand } from './import.ts'
import { importsCommand } from './imports.ts'
import { mailCommand } from './mail.ts'
import { maintenanceCommand } from './maintenance.ts'
import { ratesCommand } from './rates.ts'
import { reconcileCommand } from './reconcile.ts'
import { wantsJson } from './run.ts'
import { serveCommand } from './serve.ts'
import { statusCommand } from './status.ts'
import { syncCommand } from './sync.ts'
import { exportCommand, rebuildCommand } from './tables.ts'
import { verifyCommand } from './verify.ts'
import { userCommand } from './user.ts'

/** All commands of `sextant`. */
export function sextantProgram(): Command {
  const program = new Command('sextant')
    .version(VERSION, '--version', 'print the version')
    .description('Analytics for Amazon sellers: every number down to the line of the file.')
    .addHelpText(
      'after',
      `
Where things are is decided by the environment (SEXTANT_DATA_DIR and others, see docs/self-hosting.md).
Commands work beside a running server and without one.
A command's help says what its exit codes mean; docs/command-line.md has all of them.
Example:
  sextant import --company "Acme Ltd" settlement.txt`,
    )

  const commands = [
    serveCommand(),
    companyCommand(),
    importCommand(),
    importsCommand(),
    costTemplateCommand(),
    reconcileCommand(),
    explainCommand(),
    callCommand(),
    verifyCommand(),
    rebuildCommand(),
    exportCommand(),
    backupCommand(),
    restoreCommand(),
    demoCommand(),
    userCommand(),
    mailCommand(),
    maintenanceCommand(),
    ratesCommand(),
    syncCommand(),
    auditCommand(),
    configCommand(),
    statusCommand(),
    completionCommand(),
  ]
  for (const command of commands) program.addCommand(command)
  for (const command of withSubcommands(program)) {
    command.exitOverride()
    command.configureOutput(
      wantsJson()
        ? { writeErr: () => {} }
        : { outputError: (text, write) => write(text.replace(/^error: /, '')) },
    )
    command.showHelpAfterError(`(sextant ${pathOf(command)}--help tells more)`)
  }
  return program
}

export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)}${command.name()} ` : ''
}
