/** The command's own file, by which it is called from anywhere without asking a registry. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const elsewhere = mkdtempSync(join(tmpdir(), 'sextant-launcher-'))
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }))

const environment = { PATH: process.env['PATH'], NODE_ENV: 'production' }

function dataDirSaidBy(command: string): string {
  const text = execFileSync(command, ['config', 'check', '--json'], {
    cwd: elsewhere,
    env: environment,
    encoding: 'utf8',
  })
  const { settings } = JSON.parse(text) as { settings: { name: string; value: string }[] }
  return settings.find(({ name }) => name === 'SEXTANT_DATA_DIR')!.value
}

test('from another folder and through links it is the installation that the file lies in', () => {
  symlinkSync(join(root, 'sextant'), join(elsewhere, 'one'))
  symlinkSync('one', join(elsewhere, 'two'))
  for (const command of [join(root, 'sextant'), './one', './two'])
    expect(dataDirSaidBy(command)).toBe(join(root, 'data'))
}, 300_000)

test('a build that was copied elsewhere needs neither the sources nor the scripts', () => {
  const copy = join(elsewhere, 'copy')
  mkdirSync(copy)
  for (const file of ['sextant', 'package.json']) copyFileSync(join(root, file), join(copy, file))
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  expect(dataDirSaidBy(join(copy, 'sextant'))).toBe(join(copy, 'data'))
}, 300_000)

test('an exit code and arguments go through as they are', () => {
  const { status, stderr } = spawnSync(join(root, 'sextant'), ['no such command'], {
    cwd: elsewhere,
    env: environment,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('no such command') })
}, 300_000)

test('no document and no message calls a package of the registry by our name', () => {
  const { stdout, status } = spawnSync(
    'git',
    ['grep', '-lE', 'npx( -y| --yes)? sextant', '--', '.', ':!test'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  // These two say that nobody should.
  expect({ stdout, status }).toEqual({ stdout: 'CHANGELOG.md\nCONTRIBUTING.md\n', status: 0 })
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).toMatchObject({ private: true })
})

test.skipIf(!existsSync('/dev/full'))(
  'an answer for which the disk has no room ends in one line, and not with 0',
  () => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', '"$0" completion bash --json > /dev/full', join(root, 'sextant')],
      {
        env: environment,
        encoding: 'utf8',
      },
    )
    expect(status).toBe(1)
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'ENOSPC', message: 'The answer could not be written: The disk is full.', exitCode: 1 },
    })
  },
)
