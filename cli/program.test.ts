import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXIT_MEANINGS } from './failures.ts'
import { sextantProgram, withSubcommands } from './program.ts'

const commands = withSubcommands(sextantProgram())
const pathOf = (command: (typeof commands)[number]): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : ''

test('the commands are those of the documents', () => {
  expect(commands.map(pathOf).filter(Boolean)).toEqual([
    'serve',
    'company',
    'company create',
    'company set',
    'company invite',
    'company list',
    'company delete',
    'import',
    'import answer',
    'import undo',
    'import cancel',
    'import retry',
    'imports',
    'cost-template',
    'reconcile',
    'explain',
    'call',
    'verify',
    'rebuild',
    'export',
    'backup',
    'restore',
    'demo',
    'demo reset',
    'user',
    'user list',
    'user create',
    'user make-admin',
    'user reset-mfa',
    'user reset-password',
    'user disable',
    'user enable',
    'user delete',
    'mail',
    'mail test',
    'maintenance',
    'maintenance on',
    'maintenance off',
    'maintenance status',
    'rates',
    'rates status',
    'rates update',
    'rates import',
    'rates remove',
    'sync',
    'sync status',
    'sync now',
    'sync retry',
    'audit',
    'config',
    'config check',
    'status',
    'completion',
  ])
})

test('every command that does something takes --json, and every word of help says something', () => {
  for (const command of commands.filter(({ commands }) => commands.length === 0)) {
    expect(
      command.options.map(({ long }) => long),
      pathOf(command),
    ).toContain('--json')
  }
  for (const command of commands) {
    expect(command.description(), pathOf(command)).not.toBe('')
    for (const { flags, description } of command.options) expect(description, flags).not.toBe('')
    for (const argument of command.registeredArguments)
      expect(argument.description, pathOf(command)).not.toBe('')
  }
})

function helpOf(command: (typeof commands)[number]): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  return help
}

test('the help of every command has one example of that command, and its exit codes', () => {
  for (const command of commands.filter(({ commands }) => commands.length === 0)) {
    const help = helpOf(command)
    const examples = [...help.matchAll(/^Example:\n {2}(.*)$/gm)].map(([, example]) => example)
    expect(examples, pathOf(command)).toEqual([expect.stringMatching(`^sextant ${pathOf(command)}( |$)`)])
    for (const [code, meaning] of EXIT_MEANINGS)
      if (code !== 4) expect(help).toContain(`  ${String(code).padEnd(4)} ${meaning}`)
  }
  for (const name of ['import', 'imports', 'mail test', 'reconcile', 'rebuild', 'restore'])
    expect(helpOf(commands.find((command) => pathOf(command) === name)!)).toMatch(/^ {2}4 +done, with .+: /m)
})

test('the document has the table of exit codes', () => {
  const rows = readFileSync(new URL('../docs/command-line.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(rows).toEqual(EXIT_MEANINGS.map(([code, meaning]) => `| ${code} | ${meaning} |`))
})
