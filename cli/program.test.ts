import { expect, test } from 'vitest'
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
    'import undo',
    'imports',
    'reconcile',
    'explain',
    'call',
    'rebuild',
    'export',
    'backup',
    'restore',
    'demo',
    'demo reset',
    'user',
    'user create',
    'user make-admin',
    'user reset-mfa',
    'mail',
    'maintenance',
    'maintenance on',
    'maintenance off',
    'maintenance status',
    'audit',
    'config',
    'config check',
    'status',
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
