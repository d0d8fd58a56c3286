import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretsFrom } from './secrets.ts'

test('a new secret opens at rest what former ones have encrypted, as long as they are named', () => {
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const sealed = [first, second, third].map((one) => secretsFrom(one).encrypt(Buffer.from('plain'), 'row 1'))
  const secrets = secretsFrom(third, [first, second])
  for (const one of sealed) {
    expect(secrets.decrypt(one, 'row 1').toString()).toBe('plain')
    expect(() => secrets.decrypt(one, 'row 2')).toThrow()
  }
  expect(() => secretsFrom(third).decrypt(sealed[0]!, 'row 1')).toThrow()
  expect(
    secretsFrom(third)
      .decrypt(secrets.encrypt(Buffer.from('new'), 'row'), 'row')
      .toString(),
  ).toBe('new')
})
