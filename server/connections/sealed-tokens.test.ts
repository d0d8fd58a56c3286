import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SealBroken, tokenSeal } from './sealed-tokens.ts'

const [secret, newer] = [randomBytes(32), randomBytes(32)]
const TOKEN = 'Atzr|planted-token'

test('what was sealed opens for what it is about, and nowhere else', () => {
  const seal = tokenSeal(secret)
  const sealed = seal.seal(TOKEN, 'connection a')
  expect(seal.open(sealed, 'connection a')).toBe(TOKEN)
  expect(sealed).not.toContain('planted')
  expect(seal.seal(TOKEN, 'connection a')).not.toBe(sealed)
  expect(() => seal.open(sealed, 'connection b')).toThrow(SealBroken)
})

test('what was altered, cut or never sealed does not open', () => {
  const seal = tokenSeal(secret)
  const sealed = seal.seal(TOKEN, 'a')
  const other = sealed.at(-3) === 'A' ? 'B' : 'A'
  for (const wrong of [`${sealed.slice(0, -3)}${other}${sealed.slice(-2)}`, sealed.slice(0, 30), '', TOKEN])
    expect(() => seal.open(wrong, 'a'), wrong).toThrow(SealBroken)
})

test('a new secret opens what a former one has sealed, and seals with itself', () => {
  const sealed = tokenSeal(secret).seal(TOKEN, 'a')
  const rotated = tokenSeal(newer, [secret])
  expect(rotated.open(sealed, 'a')).toBe(TOKEN)
  expect(rotated.isCurrent(sealed)).toBe(false)
  const renewed = rotated.seal(TOKEN, 'a')
  expect(rotated.isCurrent(renewed)).toBe(true)
  expect(tokenSeal(newer).open(renewed, 'a')).toBe(TOKEN)
  expect(() => tokenSeal(newer).open(sealed, 'a')).toThrow('another secret')
})
