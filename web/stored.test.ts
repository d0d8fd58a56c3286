import { afterEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from './stored.ts'

const storage = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
}
afterEach(() => {
  vi.unstubAllGlobals()
  storage.clear()
})

test('keys carry the name of the product, but for the one that is fixed', () => {
  vi.stubGlobal('localStorage', localStorage)
  writeStored('theme', 'dark')
  writeStored('st-dashboard-filters', { currency: 'EUR' })
  expect([...storage.keys()]).toEqual(['sextant.theme', 'st-dashboard-filters'])
  expect(readStored('st-dashboard-filters')).toEqual({ currency: 'EUR' })
})

test('nonsense, and storage that is forbidden, read as nothing', () => {
  vi.stubGlobal('localStorage', localStorage)
  storage.set('sextant.theme', '{')
  expect(readStored('theme')).toBe(null)
  const refuse = () => {
    throw new Error('forbidden')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  expect(readStored('theme')).toBe(null)
  expect(() => writeStored('theme', 'dark')).not.toThrow()
})
