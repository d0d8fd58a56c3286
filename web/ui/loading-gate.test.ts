import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadingGate } from './loading-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gate() {
  const shown: boolean[] = []
  return { shown, ...loadingGate((isShown) => shown.push(isShown)) }
}

test('an answer within 250 ms shows nothing', () => {
  const { shown, set } = gate()
  set(true)
  vi.advanceTimersByTime(249)
  set(false)
  vi.advanceTimersByTime(10_000)
  expect(shown).toEqual([])
})

test('what takes 250 ms is shown, and then for a second at least', () => {
  const { shown, set } = gate()
  set(true)
  vi.advanceTimersByTime(250)
  expect(shown).toEqual([true])
  vi.advanceTimersByTime(100)
  set(false)
  vi.advanceTimersByTime(899)
  expect(shown).toEqual([true])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual([true, false])
})

test('what took longer disappears at once', () => {
  const { shown, set } = gate()
  set(true)
  vi.advanceTimersByTime(5_000)
  set(false)
  vi.advanceTimersByTime(0)
  expect(shown).toEqual([true, false])
})

test('loading again within the second goes on without a gap', () => {
  const { shown, set } = gate()
  set(true)
  vi.advanceTimersByTime(300)
  set(false)
  vi.advanceTimersByTime(300)
  set(true)
  vi.advanceTimersByTime(10_000)
  expect(shown).toEqual([true])
})

test('what is stopped stays as it is', () => {
  const { shown, set, stop } = gate()
  set(true)
  stop()
  vi.advanceTimersByTime(10_000)
  expect(shown).toEqual([])
})
