import { expect, test } from 'vitest'
import type { Command, CommandGroup } from './commands.ts'
import { rankedCommands } from './ranked-commands.ts'

const command = (label: string, group: CommandGroup = 'Pages', words = ''): Command => ({
  id: label,
  label,
  group,
  words,
  run: () => {},
})
const COMMANDS = [
  command('Profit and loss', 'Pages', 'p&l statement'),
  command('Import'),
  command('Last 30 days', 'Dates'),
  command('Last 3 months', 'Dates'),
  command('Light theme', 'View'),
  command('Export as CSV', 'Export'),
  command('Café Ltd', 'Companies'),
]
const found = (typed: string) => rankedCommands(COMMANDS, typed).map(({ label }) => label)

test('without a word everything stays in its order', () => {
  expect(found('  ')).toEqual(COMMANDS.map(({ label }) => label))
})

test('the beginning of a name counts more than its middle', () => {
  expect(found('l')[0]).toBe('Last 30 days')
  expect(found('loss')).toEqual(['Profit and loss'])
  expect(found('port')).toEqual(['Import', 'Export as CSV'])
})

test('initials, other words and the group are found too', () => {
  expect(found('pal')).toEqual(['Profit and loss'])
  expect(found('statement')).toEqual(['Profit and loss'])
  expect(found('dates')).toEqual(['Last 30 days', 'Last 3 months'])
})

test('every word has to be found, accents do not matter', () => {
  expect(found('last 3 m')).toEqual(['Last 3 months'])
  expect(found('cafe')).toEqual(['Café Ltd'])
  expect(found('nothing like it')).toEqual([])
})
