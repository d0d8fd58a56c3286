import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newId } from './new-id.ts'

afterEach(() => vi.unstubAllGlobals())

test('an id is one that the server takes, and none is made twice, with and without HTTPS', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  for (const randomUUID of [crypto.randomUUID.bind(crypto), undefined]) {
    vi.stubGlobal('crypto', { randomUUID, getRandomValues })
    const ids = Array.from({ length: 200 }, newId)
    expect(ids.filter((id) => !z.uuid().safeParse(id).success)).toEqual([])
    expect(new Set(ids).size).toBe(200)
    vi.unstubAllGlobals()
  }
})
