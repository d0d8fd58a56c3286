import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AUDIT_SUBJECTS } from '#contract/admin.ts'

const server = fileURLToPath(new URL('../..', import.meta.url))

test('the log can be filtered by everything that is written into it', () => {
  const subjects = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(join(server, path), 'utf8').matchAll(
        /(?:action: (?:\w+ \? )?|audit\(ctx, )['`]([a-z]+)\.(?:[a-zA-Z]+|\$\{event\})['`]/g,
      ),
    ])
    .map(([, subject]) => subject!)
  expect(subjects).toContain('team')
  expect(subjects).toContain('identity')
  expect(subjects.filter((subject) => !(AUDIT_SUBJECTS as readonly string[]).includes(subject))).toEqual([])
})
