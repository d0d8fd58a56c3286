import { expect, test } from 'vitest'
import { remainingSeconds } from './remaining.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const ago = (minutes: number) => new Date(+NOW - minutes * 60_000)
const pace = { done: 30, total: 50, nextAt: NOW, endedLately: 11, firstEndedAt: ago(10) }

test.each([
  // Ten within ten minutes, and twenty are left.
  ['as fast as it went', pace, 1_200],
  ['nothing is left', { ...pace, done: 50 }, null],
  ['the first few say nothing', { ...pace, endedLately: 3 }, null],
  ['nothing has ended lately', { ...pace, endedLately: 0, firstEndedAt: null }, null],
  ['it stands still since, and takes longer', { ...pace, firstEndedAt: ago(25) }, 3_000],
  ['Amazon is asked again in an hour', { ...pace, nextAt: ago(-60) }, null],
  ['all ended in one moment', { ...pace, firstEndedAt: NOW }, null],
  ['the clock was set back', { ...pace, firstEndedAt: ago(-5) }, null],
])('%s', (_, figures, seconds) => expect(remainingSeconds(figures, NOW)).toBe(seconds))
