import { afterEach, expect, test, vi } from 'vitest'
import { isNext, keepConnectionState, takeConnectionState } from './connection-return.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['/connections', true],
  ['/onboarding/advertising?continue=true', true],
  ['/onboarding/sellerCentral?continue=true', true],
  ['/onboarding/sellerCentral', false],
  ['/connections/', false],
  ['/connections?x=1', false],
  ['https://example.com/connections', false],
  ['//example.com', false],
  ['toString', false],
  ['', false],
  [undefined, false],
])('next=%s may be led to: %s', (address, may) => expect(isNext(address)).toBe(may))

test('what was kept is given out once, and only whole', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  keepConnectionState({ state: 's', companyId: 'c' })
  expect(takeConnectionState()).toEqual({ state: 's', companyId: 'c' })
  expect(takeConnectionState()).toBeNull()
  keepConnectionState({ state: 's', companyId: '' })
  expect(takeConnectionState()).toBeNull()
  expect(kept.size).toBe(0)
})

test('where the browser keeps nothing, nothing was begun', () => expect(takeConnectionState()).toBeNull())
